import { request as httpRequest, Agent } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { asking } from 'service-kit/tracing';
import { CONNECTING_LIMIT } from './connecting-limit.ts';
import { entryOf, send } from './kept-answer.ts';
import type { Entry } from './kept-answer.ts';

/** Milliseconds: the longest that an entry lives when no event ends it before. */
const MAX_AGE = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Milliseconds after the end of an answer in which it is the last one: given where there is nothing better (RFC 5861). */
const LAST_RESORT_AGE = 30_000;
/** Milliseconds after that in which nobody need see what is new: two seconds may pass until then. */
const UNNOTICED = 2_000;
/** Milliseconds that a visitor waits for the new answer while the last one could be given: in that time, and after it. */
const PATIENCE = { unnoticed: 100, noticed: 1_000 };

/** An answer on its way. */
interface Asked {
  answer: Promise<Entry>;
  /** When an event ended it before it came. */
  endedAt?: number;
  /** What it shows has been deleted meanwhile. */
  gone?: true;
}

/** An answer that an event, or its age, has ended. */
interface Ended {
  entry: Entry;
  at: number;
}

/** A pressed shell leaves a page to the browser, and says that this is not to be kept. */
const isUnfinished = ({ status, storable }: Entry): boolean => status === 200 && !storable;

/** The service that makes an answer. */
interface Upstream {
  url: string;
  name: string;
  /** Milliseconds that its answer may be kept, where less than a minute. */
  keptFor?: number | undefined;
}

/**
 * Keeps anonymous answers as ready-made buffers until an event ends them. Misses of one key are asked for once.
 */
export const createMicroCache = () => {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES / 16, sizeCalculation: ({ bytes }) => bytes, ttl: MAX_AGE, allowStale: true });
  const last = new LRUCache<string, Ended>({ maxSize: MAX_BYTES / 4, sizeCalculation: ({ entry }) => entry.bytes, ttl: LAST_RESORT_AGE });
  const asked = new Map<string, Asked>();
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: CONNECTING_LIMIT });

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

  const fresh = (key: string): Entry | undefined => (entries.getRemainingTTL(key) > 0 ? entries.get(key) : undefined);

  /** An answer whose time is over is the last one from then on. */
  const outdate = (key: string): void => {
    const left = entries.getRemainingTTL(key);
    const entry = left <= 0 ? entries.peek(key) : undefined;
    if (!entry) return;
    entries.delete(key);
    if (LAST_RESORT_AGE + left > 0) last.set(key, { entry, at: Date.now() + left }, { ttl: LAST_RESORT_AGE + left });
  };

  const fill = (key: string, { url, name, keptFor = MAX_AGE }: Upstream, headers: IncomingHttpHeaders, timeout: number): Promise<Entry> => {
    const running = asked.get(key);
    if (running && running.endedAt === undefined) return running.answer;
    const pending: Asked = { answer: asking(name, (traceparent) => askAgain(url, key, { ...headers, traceparent }, timeout)) };
    asked.set(key, pending);
    const settle = (entry?: Entry) => {
      if (asked.get(key) === pending) asked.delete(key);
      if (!entry?.storable || pending.gone) return;
      if (pending.endedAt === undefined) {
        entries.set(key, entry, { ttl: keptFor });
        last.delete(key);
      } else last.set(key, { entry, at: pending.endedAt });
    };
    pending.answer.then(settle, () => settle());
    return pending.answer;
  };

  const end = (key: string): void => {
    const entry = fresh(key);
    if (entry) last.set(key, { entry, at: Date.now() });
    entries.delete(key);
    const running = asked.get(key);
    if (running) running.endedAt ??= Date.now();
  };
  const forget = (key: string): void => {
    entries.delete(key);
    last.delete(key);
    const running = asked.get(key);
    if (running) Object.assign(running, { endedAt: Date.now(), gone: true });
  };
  const everyKey = () => new Set([...entries.keys(), ...last.keys(), ...asked.keys()]);

  return {
    /** Answers from memory; false when there is nothing. */
    answer: (key: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const entry = fresh(key);
      if (entry) send(entry, request, response);
      return entry !== undefined;
    },
    /**
     * Asks the service as an anonymous visitor, keeps what may be kept, and answers; with the last answer where the service
     * is late, fails or leaves its page unfinished.
     * @throws the connection's error when the service cannot be reached
     */
    fetch: async (key: string, upstream: Upstream, timeout: number, request: IncomingMessage, response: ServerResponse): Promise<void> => {
      // What may be kept for some seconds only is not given after them.
      if (upstream.keptFor === undefined) outdate(key);
      const answer = fill(key, upstream, request.headers, timeout);
      const before = last.get(key);
      const best = before ? answer.then((made) => (made.status >= 500 || isUnfinished(made) ? before.entry : made), () => before.entry) : answer;
      const patience = before && Date.now() - before.at < UNNOTICED ? PATIENCE.unnoticed : PATIENCE.noticed;
      const entry = await (before ? Promise.race([best, pause(patience, before.entry)]) : best);
      if (!response.destroyed) send(entry, request, response);
    },
    /** Ends entries: what they show has changed. An answer that is on its way for one of them is not kept either. */
    drop: (keys: Iterable<string>): void => {
      for (const key of keys) end(key);
    },
    /** Ends entries of what has been deleted or closed: they are not shown once more. */
    forget: (keys: Iterable<string>): void => {
      for (const key of keys) forget(key);
    },
    /** The same for those whose keys begin with one of these. */
    forgetUnder: (starts: readonly string[]): void => {
      for (const key of everyKey()) if (starts.some((start) => key.startsWith(start))) forget(key);
    },
    clear: (): void => {
      for (const key of everyKey()) forget(key);
    },
    close: () => agent.destroy(),
  };
};
export type MicroCache = ReturnType<typeof createMicroCache>;
