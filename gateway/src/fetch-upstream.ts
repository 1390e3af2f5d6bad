import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { traceCall } from 'service-kit/tracing';
import type { Client } from './client.ts';
import type { Observation } from './observation.ts';
import type { Row } from './routes.ts';
import { isRetryable, UpstreamTimeout, upstreamTarget } from './upstream.ts';
import type { Upstream, UpstreamHeaders, Upstreams } from './upstream.ts';

export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const send = ({ host, port, agent }: Upstream, path: string, headers: OutgoingHttpHeaders, timeoutMs: number) =>
  new Promise<UpstreamResponse>((resolve, reject) => {
    const upstream = httpRequest({ host, port, path, headers, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    upstream.setTimeout(timeoutMs, () => void upstream.destroy(new UpstreamTimeout()));
    upstream.on('error', reject);
    upstream.end();
  });

/**
 * Fetches a whole response as an anonymous visitor; retries when a pooled connection was closed.
 * @returns a function that throws connection errors; see `errorCodeOf`
 */
export const createUpstreamFetch =
  ({
    upstreams,
    headers,
    countUpstreamRequest,
  }: { upstreams: Upstreams; headers: UpstreamHeaders } & Pick<Observation, 'countUpstreamRequest'>) =>
  (row: Row, path: string, request: IncomingMessage, client: Client): Promise<UpstreamResponse> =>
    traceCall(row.target, (traceparent) => {
      const attempt = () => {
        countUpstreamRequest(request);
        return send(
          upstreams.of(row.target),
          upstreamTarget(row, path, ''),
          headers.anonymous({ request, client, traceparent }),
          row.timeoutMs,
        );
      };
      return attempt().catch((error: unknown) => {
        if (!isRetryable(error)) throw error;
        return attempt();
      });
    });
export type UpstreamFetch = ReturnType<typeof createUpstreamFetch>;
