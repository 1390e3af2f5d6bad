import { Agent } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { ErrorCode } from 'contracts/errors';
import type { Logger } from 'service-kit/logger';
import { asking } from 'service-kit/tracing';
import { CONNECTING_LIMIT } from './connecting-limit.ts';
import type { Row, Target } from './routes.ts';

/** Milliseconds without a byte once an answer has begun: a paused video is not a dead service. */
const STREAMING_TIMEOUT = 5 * 60_000;
const REFUSED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

class UpstreamTimeout extends Error {}

/** What an upstream's failure means to the caller. */
const codeOf = (error: unknown): ErrorCode => {
  if (error instanceof UpstreamTimeout) return 'GATEWAY_TIMEOUT';
  return REFUSED.has(String((error as { code?: unknown }).code)) ? 'SERVICE_UNAVAILABLE' : 'BAD_GATEWAY';
};

const hasNoBody = ({ method, headers }: IncomingMessage) => (method === 'GET' || method === 'HEAD') && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

export type Forward = (row: Row, request: IncomingMessage, response: ServerResponse, failed: (code: ErrorCode) => void) => Promise<void>;

/**
 * One proxy per service, each with its own pool of kept connections: a slow service fills only its own.
 */
export const createProxies = ({ targets, logger }: { targets: Record<Target, string>; logger: Logger }): Forward & { close: () => void } => {
  const attempts = new WeakMap<IncomingMessage, { timeout: number; settle: (error: unknown) => void }>();
  const agents = new Map<Target, Agent>();

  const proxyTo = (target: Target, url: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 128, timeout: CONNECTING_LIMIT });
    agents.set(target, agent);
    return createProxyMiddleware<IncomingMessage, ServerResponse>({
      target: url,
      agent,
      // The default plugins only log and answer in English.
      ejectPlugins: true,
      plugins: [
        (proxy) => {
          proxy.on('proxyReq', (upstream, request) => {
            const timeout = attempts.get(request)?.timeout;
            if (timeout !== undefined) upstream.setTimeout(timeout, () => void upstream.destroy(new UpstreamTimeout('the service did not answer in time')));
          });
          proxy.on('proxyRes', (answer) => {
            answer.socket.setTimeout(STREAMING_TIMEOUT);
          });
          proxy.on('error', (error, request) => {
            if (request) attempts.get(request)?.settle(error);
          });
        },
      ],
    });
  };
  const proxies = Object.fromEntries(Object.entries(targets).map(([target, url]) => [target, proxyTo(target as Target, url)])) as Record<Target, ReturnType<typeof proxyTo>>;

  /** Resolves with what went wrong, or with null once the answer is through. */
  const attempt = (row: Row, request: IncomingMessage, response: ServerResponse) =>
    asking(row.target, (traceparent) => {
      request.headers.traceparent = traceparent;
      return new Promise<unknown>((resolve) => {
        attempts.set(request, { timeout: row.timeout, settle: resolve });
        response.once('close', () => resolve(null));
        void proxies[row.target](request, response, resolve);
      });
    });

  const forward: Forward = async (row, request, response, failed) => {
    if (row.strip && request.url?.startsWith(row.strip)) request.url = request.url.slice(row.strip.length) || '/';
    let error = await attempt(row, request, response);
    // A kept connection may have been closed by a service that restarts: what changes nothing is asked once more.
    if (error && codeOf(error) === 'BAD_GATEWAY' && hasNoBody(request) && !response.headersSent && !response.destroyed) error = await attempt(row, request, response);
    if (!error || response.destroyed) return;
    const code = codeOf(error);
    logger.warn({ err: error, target: row.target, code }, 'a service failed');
    // A browser reads the answer only once its body is taken: what is left of an upload must not wait for a service that is gone.
    request.unpipe();
    request.resume();
    failed(code);
  };
  return Object.assign(forward, { close: () => [...agents.values()].forEach((agent) => agent.destroy()) });
};
