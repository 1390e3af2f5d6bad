import type { IncomingMessage, ServerResponse } from 'node:http';

/** Proxies and phones drop what is silent for long. */
const HEARTBEAT_MS = 25_000;
/** A client that does not read is disconnected once this much waits for it; it reconnects by itself. */
const MAX_UNREAD_BYTES = 16 * 1024;

export interface LiveStreamLimits {
  /** Open streams of this process. */
  total: number;
  /** Open streams of one client address: several tabs, and a household or a mobile network behind one address. */
  perAddress: number;
}

/** A person has begun or ended one model's live, or changed its schedule. until: when its schedule changes that (ISO 8601), or null where it does not. */
export interface LiveChange {
  slug: string;
  isLive: boolean;
  until: string | null;
}

interface Listener {
  network: string;
  /** Models whose lives it follows; null: all. */
  slugs: readonly string[] | null;
}

const STREAM_FIELDS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};
/** Models that one stream may name. */
const MAX_SLUGS = 200;

/**
 * Reads `models` of a stream's query: the slugs of the models that a page shows, separated by commas.
 * @returns null where all are followed, or more than a stream may name
 */
export const slugsOfQuery = (models: unknown): string[] | null => {
  const slugs = typeof models === 'string' ? models.split(',', MAX_SLUGS + 1) : [];
  return slugs.length === 0 || slugs.length > MAX_SLUGS ? null : [...new Set(slugs)];
};

/**
 * GET /api/live: server-sent events, one for each live or schedule that a person changes, of all models or of those that a page shows.
 * What schedules do, pages compute; the first message is the clock by which they do.
 * @param onCount is given the number of open streams after each change
 */
export const createLiveStream = (limits: LiveStreamLimits, onCount: (count: number) => void = () => {}) => {
  const listeners = new Map<ServerResponse, Listener>();
  /** Streams by the model that they follow; those of null follow all. */
  const followers = new Map<string | null, Set<ServerResponse>>();
  const perAddress = new Map<string, number>();

  const remove = (response: ServerResponse): void => {
    const listener = listeners.get(response);
    if (!listener) return;
    listeners.delete(response);
    const { network, slugs } = listener;
    for (const slug of slugs ?? [null]) {
      const streams = followers.get(slug);
      streams?.delete(response);
      if (streams?.size === 0) followers.delete(slug);
    }
    const count = (perAddress.get(network) ?? 1) - 1;
    if (count > 0) perAddress.set(network, count);
    else perAddress.delete(network);
    onCount(listeners.size);
  };
  const sendTo = (streams: Iterable<ServerResponse>, text: string): void => {
    for (const response of streams) {
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
      else response.write(text);
    }
  };
  const heartbeat = setInterval(() => sendTo(listeners.keys(), ': \n\n'), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    /**
     * Opens a stream; a HEAD request gets its headers alone.
     * @param slugs models to follow; null: all
     * @returns the limit that rejects it, or null once it is open
     */
    open: (
      request: IncomingMessage,
      response: ServerResponse,
      network: string,
      slugs: readonly string[] | null = null,
    ): keyof LiveStreamLimits | null => {
      if (request.method === 'HEAD') {
        response.writeHead(200, STREAM_FIELDS).end();
        return null;
      }
      const count = perAddress.get(network) ?? 0;
      if (count >= limits.perAddress) return 'perAddress';
      if (listeners.size >= limits.total) return 'total';
      listeners.set(response, { network, slugs });
      for (const slug of slugs ?? [null]) followers.set(slug, (followers.get(slug) ?? new Set()).add(response));
      perAddress.set(network, count + 1);
      onCount(listeners.size);
      response.writeHead(200, STREAM_FIELDS);
      // Reconnections after a restart spread over two seconds.
      const retryMs = 2_000 + Math.round(Math.random() * 2_000);
      response.write(`retry: ${retryMs}\nevent: clock\ndata: ${Date.now()}\n\n`);
      request.once('close', () => remove(response));
      response.once('close', () => remove(response));
      return null;
    },
    send: (change: LiveChange): void =>
      sendTo(
        [...(followers.get(change.slug) ?? []), ...(followers.get(null) ?? [])],
        `event: live\ndata: ${JSON.stringify(change)}\n\n`,
      ),
    close: (): void => {
      clearInterval(heartbeat);
      for (const response of listeners.keys()) response.end();
    },
  };
};
