import { Agent } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { ErrorCode } from 'contracts/errors';
import type { Logger } from 'service-kit/logger';
import { isNamedByContent } from 'service-kit/static-files';
import { asking } from 'service-kit/tracing';
import { CONNECTING_LIMIT } from './connecting-limit.ts';
import type { Row, Target } from './routes.ts';

/** Milliseconds without a byte once an answer has begun: a paused video is not a dead service. */
const STREAMING_TIMEOUT = 5 * 60_000;
const REFUSED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

class UpstreamTimeout extends Error {}

/** While a new version is rolled out, a page may ask for a file of its own where only the other version is. */
const isBuiltFile = ({ url = '' }: IncomingMessage): boolean => isNamedByContent(url.split('?', 1)[0] ?? '');
/** Milliseconds before each further replica is asked for it. */
const ELSEWHERE = [20, 100, 250] as const;
class NotHere extends Error {}
/** Of one connection, not of the answer. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding'];

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
  const attempts = new WeakMap<IncomingMessage, { timeout: number; mayBeElsewhere: boolean; settle: (error: unknown) => void }>();
  const agents: Agent[] = [];

  /** A file that is not here is not answered but looked for elsewhere. */
  const answerFile = (answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void => {
    const { mayBeElsewhere, settle } = attempts.get(request) ?? {};
    if (answer.statusCode === 404 && mayBeElsewhere) {
      answer.resume();
      return settle?.(new NotHere());
    }
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !HOP.includes(name))));
    pipeline(answer, response).catch((error: unknown) => logger.debug({ err: error }, 'a file was not read to its end'));
  };

  const proxyTo = (url: string, agent: Agent, answered?: typeof answerFile) =>
    createProxyMiddleware<IncomingMessage, ServerResponse>({
      target: url,
      agent,
      selfHandleResponse: answered !== undefined,
      // The default plugins only log and answer in English.
      ejectPlugins: true,
      plugins: [
        (proxy) => {
          proxy.on('proxyReq', (upstream, request) => {
            const timeout = attempts.get(request)?.timeout;
            if (timeout !== undefined) upstream.setTimeout(timeout, () => void upstream.destroy(new UpstreamTimeout('the service did not answer in time')));
          });
          proxy.on('proxyRes', (answer, request, response) => {
            answer.socket.setTimeout(STREAMING_TIMEOUT);
            answered?.(answer, request, response);
          });
          proxy.on('error', (error, request) => {
            if (request) attempts.get(request)?.settle(error);
          });
        },
      ],
    });
  const proxiesTo = (url: string) => {
    const kept = new Agent({ keepAlive: true, maxSockets: 512, maxFreeSockets: 128, timeout: CONNECTING_LIMIT });
    // A new connection may lead to another replica, a kept one never does.
    const fresh = new Agent({ timeout: CONNECTING_LIMIT });
    agents.push(kept, fresh);
    return { anything: proxyTo(url, kept), file: proxyTo(url, kept, answerFile), fileElsewhere: proxyTo(url, fresh, answerFile) };
  };
  const proxies = Object.fromEntries(Object.entries(targets).map(([target, url]) => [target, proxiesTo(url)])) as Record<Target, ReturnType<typeof proxiesTo>>;

  /** Resolves with what went wrong, or with null once the answer is through. */
  const attempt = (row: Row, request: IncomingMessage, response: ServerResponse, by: keyof ReturnType<typeof proxiesTo> = 'anything', mayBeElsewhere = false) =>
    asking(row.target, (traceparent) => {
      request.headers.traceparent = traceparent;
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const through = () => resolve(null);
      attempts.set(request, { timeout: row.timeout, mayBeElsewhere, settle: resolve });
      response.once('close', through);
      void proxies[row.target][by](request, response, resolve);
      return promise.finally(() => response.off('close', through));
    });

  const attemptFile = async (row: Row, request: IncomingMessage, response: ServerResponse) => {
    // The proxy listens for the end of the answer anew at each attempt.
    response.setMaxListeners(10 * (1 + ELSEWHERE.length));
    let error = await attempt(row, request, response, 'file', true);
    for (const [index, delay] of ELSEWHERE.entries()) {
      if (!(error instanceof NotHere) || response.destroyed) break;
      await pause(delay);
      error = await attempt(row, request, response, 'fileElsewhere', index < ELSEWHERE.length - 1);
    }
    return error;
  };

  const forward: Forward = async (row, request, response, failed) => {
    if (row.strip && request.url?.startsWith(row.strip)) request.url = request.url.slice(row.strip.length) || '/';
    const ask = isBuiltFile(request) && hasNoBody(request) ? attemptFile : attempt;
    let error = await ask(row, request, response);
    // A kept connection may have been closed by a service that restarts: what changes nothing is asked once more.
    if (error && codeOf(error) === 'BAD_GATEWAY' && hasNoBody(request) && !response.headersSent && !response.destroyed) error = await ask(row, request, response);
    if (!error || response.destroyed) return;
    const code = codeOf(error);
    logger.warn({ err: error, target: row.target, code }, 'a service failed');
    // A browser reads the answer only once its body is taken: what is left of an upload must not wait for a service that is gone.
    request.unpipe();
    request.resume();
    failed(code);
  };
  return Object.assign(forward, { close: () => agents.forEach((agent) => agent.destroy()) });
};
