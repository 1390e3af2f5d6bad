import { createHash } from 'node:crypto';
import { request as httpRequest, Agent } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { KEEP_ALIVE_HINT } from 'service-kit/serve';
import { asking } from 'service-kit/tracing';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Milliseconds: the longest that an entry lives when no event ends it before. */
const MAX_AGE = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes under which compressing gains nothing. */
const WORTH_COMPRESSING = 860;
/** Compressed by themselves. */
const DENSE = /^(?:image\/(?!svg)|video\/|font\/)/;
/** Headers of an answer that belong to its body; the rest is the connection's. */
const KEPT = ['content-type', 'location', 'cache-control', 'content-security-policy', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy', 'permissions-policy', 'strict-transport-security', 'vary', 'link'];

type Encoding = 'br' | 'gzip' | 'identity';
interface Entry {
  status: number;
  etag: string;
  bytes: number;
  /** Header fields flat (name, value, name, ...), as node:http takes them without another pass. */
  variants: Record<Encoding, { headers: string[]; body: Buffer }>;
  unchanged: string[];
  /** Whether it may be kept: 200, and not private. */
  storable: boolean;
}

const preferred = (accepted: string): Encoding => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity');

const entryOf = async (status: number, headers: IncomingHttpHeaders, body: Buffer): Promise<Entry> => {
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const common = KEPT.filter((name) => headers[name] !== undefined && name !== 'vary').flatMap((name) => [name, String(headers[name])]);
  const variant = (encoding: Encoding, content: Buffer) => ({
    headers: [...common, ...KEEP_ALIVE_HINT, 'vary', 'Accept-Encoding', 'etag', etag, 'content-length', String(content.length), ...(encoding === 'identity' ? [] : ['content-encoding', encoding])],
    body: content,
  });
  const identity = variant('identity', body);
  const asItIs = body.length < WORTH_COMPRESSING || DENSE.test(String(headers['content-type'] ?? ''));
  const [br, gz] = asItIs ? [identity, identity] : [variant('br', await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })), variant('gzip', await gzipped(body))];
  const control = String(headers['cache-control'] ?? '');
  return { status, etag, bytes: body.length * (asItIs ? 1 : 2) + 2_000, variants: { br, gzip: gz, identity }, unchanged: [...KEEP_ALIVE_HINT, 'etag', etag, 'vary', 'Accept-Encoding', 'cache-control', 'public, max-age=0, must-revalidate'], storable: status === 200 && !headers['set-cookie'] && !/private|no-store/.test(control) };
};

/** The service that makes an answer. */
interface Upstream {
  url: string;
  name: string;
}

/**
 * Keeps anonymous answers as ready-made buffers until an event ends them. Misses of one key are asked for once.
 */
export const createMicroCache = () => {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES / 16, sizeCalculation: ({ bytes }) => bytes, ttl: MAX_AGE });
  const asked = new Map<string, { answer: Promise<Entry>; stale: boolean }>();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  const ask = (url: string, path: string, headers: IncomingHttpHeaders, timeout: number) =>
    new Promise<Entry>((resolve, reject) => {
      const { authorization: _a, cookie: _c, 'if-none-match': _n, 'if-modified-since': _m, range: _r, 'accept-encoding': _e, ...rest } = headers;
      const upstream = httpRequest(`${url}${path}`, { agent, headers: { ...rest, 'accept-encoding': 'identity' } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => resolve(entryOf(answer.statusCode ?? 502, answer.headers, Buffer.concat(parts))));
      });
      upstream.setTimeout(timeout, () => void upstream.destroy(Object.assign(new Error('the service did not answer in time'), { code: 'ETIMEDOUT' })));
      upstream.on('error', reject);
      upstream.end();
    });

  /** A kept connection may have been closed by a service that stops: it is asked once more. */
  const askAgain = (url: string, path: string, headers: IncomingHttpHeaders, timeout: number) =>
    ask(url, path, headers, timeout).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') throw error;
      return ask(url, path, headers, timeout);
    });

  const fill = (key: string, { url, name }: Upstream, headers: IncomingHttpHeaders, timeout: number): Promise<Entry> => {
    const running = asked.get(key);
    if (running && !running.stale) return running.answer;
    const pending = { stale: false, answer: asking(name, (traceparent) => askAgain(url, key, { ...headers, traceparent }, timeout)) };
    asked.set(key, pending);
    const settle = (entry?: Entry) => {
      if (asked.get(key) === pending) asked.delete(key);
      if (entry?.storable && !pending.stale) entries.set(key, entry);
    };
    pending.answer.then(settle, () => settle());
    return pending.answer;
  };

  const send = (entry: Entry, request: IncomingMessage, response: ServerResponse): void => {
    if (entry.status === 200 && request.headers['if-none-match']?.includes(entry.etag)) {
      response.writeHead(304, entry.unchanged).end();
      return;
    }
    const { headers, body } = entry.variants[preferred(String(request.headers['accept-encoding'] ?? ''))];
    response.writeHead(entry.status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  return {
    /** Answers from memory; false when there is nothing. */
    answer: (key: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const entry = entries.get(key);
      if (entry) send(entry, request, response);
      return entry !== undefined;
    },
    /**
     * Asks the service as an anonymous visitor, keeps what may be kept, and answers.
     * @throws the connection's error when the service cannot be reached
     */
    fetch: async (key: string, upstream: Upstream, timeout: number, request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const entry = await fill(key, upstream, request.headers, timeout);
      if (!response.destroyed) send(entry, request, response);
    },
    /** Ends entries; an answer that is on its way for one of them is not kept either. */
    drop: (keys: Iterable<string>): void => {
      for (const key of keys) {
        entries.delete(key);
        const running = asked.get(key);
        if (running) running.stale = true;
      }
    },
    /** Ends the entries whose keys begin with this. */
    dropUnder: (start: string): void => {
      for (const key of entries.keys()) if (key.startsWith(start)) entries.delete(key);
      for (const [key, running] of asked) if (key.startsWith(start)) running.stale = true;
    },
    clear: (): void => {
      entries.clear();
      for (const running of asked.values()) running.stale = true;
    },
    close: () => agent.destroy(),
  };
};
export type MicroCache = ReturnType<typeof createMicroCache>;
