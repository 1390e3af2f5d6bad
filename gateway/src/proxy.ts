import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { isNamedByContent } from 'service-kit/static-files';
import { traceCall } from 'service-kit/tracing';
import type { CdnFields } from './cdn-fields.ts';
import { hasBody } from './request-framing.ts';
import type { Observation } from './observation.ts';
import type { Exchange } from './pipeline.ts';
import type { Target } from './routes.ts';
import { isRetryable, responseHeaders, STREAM_TIMEOUT_MS, UpstreamTimeout, upstreamTarget } from './upstream.ts';
import type { UpstreamHeaders, Upstreams } from './upstream.ts';

/** Pauses before each further replica is tried for a built file: during a roll-out, only one of the two versions has it. */
const FURTHER_REPLICAS_AFTER_MS = [20, 100, 250] as const;

/** Maximum number of `close` listeners on a response: each attempt adds a few, and there are at most four attempts. */
const MAX_LISTENERS = 50;

/** The replica does not have the built file. */
class FileMissing extends Error {}

interface Attempt {
  target: Target;
  path: string;
  body: Buffer | undefined;
  timeoutMs: number;
  /** Whether a 404 is reported as FileMissing instead of being passed on. */
  isProbe: boolean;
  finish: (error: Error) => void;
}

interface ProxyOptions extends Pick<Observation, 'countUpstreamRequest'> {
  upstreams: Upstreams;
  headers: UpstreamHeaders;
  cdn?: CdnFields | undefined;
}

/**
 * Proxies requests to their services through http-proxy-middleware. The upstream request has only the headers that `upstream.ts`
 * creates; the response is written here, without the hop-by-hop fields of the service's connection.
 */
export const createProxy = ({ upstreams, headers, cdn, countUpstreamRequest }: ProxyOptions) => {
  const attempts = new WeakMap<IncomingMessage, Attempt>();

  const respond = (incoming: IncomingMessage, request: IncomingMessage, response: ServerResponse): void => {
    const attempt = attempts.get(request);
    if (!attempt || response.headersSent) return void incoming.destroy();
    if (incoming.statusCode === 404 && attempt.isProbe) {
      incoming.resume();
      return attempt.finish(new FileMissing());
    }
    incoming.socket.setTimeout(STREAM_TIMEOUT_MS);
    // Caches store a built file for a year, and would send its request id with it (service-kit/static-files).
    if (incoming.headers['x-request-id'] === undefined) response.removeHeader('x-request-id');
    const fields = cdn?.ofResponse(attempt.target, attempt.path, incoming);
    response.writeHead(incoming.statusCode ?? 502, responseHeaders(incoming.headers, fields));
    // `pipe` suffices: http-proxy-middleware destroys each side when the other disconnects.
    incoming.pipe(response);
  };

  const proxyTo = (target: Target, agent: 'agent' | 'unpooledAgent') => {
    const { host, port, [agent]: connections } = upstreams.of(target);
    return createProxyMiddleware<IncomingMessage, ServerResponse>({
      target: { protocol: 'http:', host, port },
      agent: connections,
      selfHandleResponse: true,
      // The default plugins only add logs and error responses in English.
      ejectPlugins: true,
      plugins: [
        (proxy) => {
          proxy.on('proxyReq', (upstream, request) => {
            const { body, timeoutMs } = attempts.get(request) ?? {};
            if (timeoutMs !== undefined)
              upstream.setTimeout(timeoutMs, () => void upstream.destroy(new UpstreamTimeout()));
            // A body that was read has left its stream at its end: the proxy's own pipe only ends the request.
            if (body) upstream.write(body);
          });
          proxy.on('proxyRes', respond);
          proxy.on('error', (error, request) => {
            if (request) attempts.get(request)?.finish(error);
          });
        },
      ],
    });
  };
  const proxies = Object.fromEntries(
    upstreams.names.map((target) => [
      target,
      { agent: proxyTo(target, 'agent'), unpooledAgent: proxyTo(target, 'unpooledAgent') },
    ]),
  ) as Record<Target, Record<'agent' | 'unpooledAgent', ReturnType<typeof proxyTo>>>;

  /** Resolves with the error of the attempt, or with null once the response is sent. */
  const attempt = (
    { row, client, path, query, request, response, body }: Exchange,
    agent: 'agent' | 'unpooledAgent' = 'agent',
    isProbe = false,
  ): Promise<Error | null> =>
    traceCall(row.target, (traceparent) => {
      const original = request.headers;
      const { promise, resolve } = Promise.withResolvers<Error | null>();
      const resolveOnClose = () => resolve(null);
      attempts.set(request, { target: row.target, path, body, timeoutMs: row.timeoutMs, isProbe, finish: resolve });
      response.once('close', resolveOnClose);
      countUpstreamRequest(request);
      request.url = upstreamTarget(row, path, query);
      request.headers = headers.forwarded({ request, client, traceparent, body }) as IncomingMessage['headers'];
      void proxies[row.target][agent](request, response, (error) => resolve((error as Error | undefined) ?? null));
      return promise.finally(() => {
        request.headers = original;
        response.off('close', resolveOnClose);
      });
    });

  /** Tries further replicas: during a roll-out, a page may request a file that only another replica has. */
  const attemptFile = async (exchange: Exchange): Promise<Error | null> => {
    let error = await attempt(exchange, 'agent', true);
    for (const [index, delayMs] of FURTHER_REPLICAS_AFTER_MS.entries()) {
      if (!(error instanceof FileMissing) || exchange.response.destroyed) break;
      await pause(delayMs);
      error = await attempt(exchange, 'unpooledAgent', index < FURTHER_REPLICAS_AFTER_MS.length - 1);
    }
    return error;
  };

  /** Resolves once the response is sent or its client has disconnected. @throws the error of the last attempt; see `errorCodeOf` */
  return async (exchange: Exchange): Promise<void> => {
    const { path, request, response } = exchange;
    response.setMaxListeners(MAX_LISTENERS);
    const isSafe = (request.method === 'GET' || request.method === 'HEAD') && !hasBody(request);
    const send = isSafe && isNamedByContent(path) ? attemptFile : attempt;
    let error = await send(exchange);
    if (error && isSafe && isRetryable(error) && !response.headersSent && !response.destroyed)
      error = await send(exchange);
    if (error && !response.destroyed) throw error;
  };
};
export type Proxy = ReturnType<typeof createProxy>;
