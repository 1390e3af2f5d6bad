import type { IncomingMessage, ServerResponse } from 'node:http';

/** Proxies and mobile networks drop connections that are silent for long. */
const HEARTBEAT_MS = 25_000;
/** A client with more unread bytes than this is disconnected; its EventSource reconnects. */
const MAX_UNREAD_BYTES = 16 * 1024;

export interface LiveStreamLimits {
  /** Maximum number of open streams of this process. */
  total: number;
  /** Maximum number of open streams of one client network: several tabs, or a household or a mobile network behind one address. */
  perAddress: number;
}

/**
 * An operator started or ended a model's live, or changed its schedule. until: instant of the next scheduled change (ISO 8601), or
 * null when none is scheduled.
 */
export interface LiveChange {
  slug: string;
  isLive: boolean;
  until: string | null;
}

interface Listener {
  network: string;
  /** Models that the stream follows; null: all. */
  slugs: readonly string[] | null;
}

const STREAM_FIELDS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};
/** Maximum number of models in the query of one stream. */
const MAX_SLUGS = 200;

/**
 * Parses `models` of a stream's query: the slugs of the models on a page, separated by commas.
 * @returns null, which follows all models, when there are none or too many
 */
export const slugsOfQuery = (models: unknown): string[] | null => {
  const slugs = typeof models === 'string' ? models.split(',', MAX_SLUGS + 1) : [];
  return slugs.length === 0 || slugs.length > MAX_SLUGS ? null : [...new Set(slugs)];
};

/**
 * GET /api/live: server-sent events for lives and schedules that operators change, of all models or of those on a page. Pages
 * compute scheduled changes themselves; the first message is the server's clock for that.
 * @param onCount receives the number of open streams after each change
 */
export const createLiveStream = (limits: LiveStreamLimits, onCount: (count: number) => void = () => {}) => {
  const listeners = new Map<ServerResponse, Listener>();
  /** Streams by the model that they follow; `null` holds the streams that follow all models. */
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
     * Opens a stream; a HEAD request gets only the headers.
     * @param slugs models to follow; null: all
     * @returns the exceeded limit, or null once the stream is open
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
      // Spreads reconnections after a restart over two seconds.
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
