import type { IncomingMessage, ServerResponse } from 'node:http';

/** Proxies and phones drop what is silent for long. */
const HEARTBEAT_MS = 25_000;
/** A client that does not read is disconnected once this much waits for it; it reconnects by itself. */
const MAX_UNREAD_BYTES = 64 * 1024;

export interface LiveStreamLimits {
  /** Open streams of this process. */
  total: number;
  /** Open streams of one client address: several tabs, and a household or a mobile network behind one address. */
  perAddress: number;
}

/** One model's live has started or ended. until: ISO 8601, or null where it is open. */
export interface LiveChange {
  slug: string;
  isLive: boolean;
  until: string | null;
}

/**
 * GET /api/live: server-sent events, one for each live that starts or ends.
 * @param onCount is given the number of open streams after each change
 */
export const createLiveStream = (limits: LiveStreamLimits, onCount: (count: number) => void = () => {}) => {
  const listeners = new Map<ServerResponse, string>();
  const perAddress = new Map<string, number>();

  const remove = (response: ServerResponse): void => {
    const network = listeners.get(response);
    if (network === undefined) return;
    listeners.delete(response);
    const count = (perAddress.get(network) ?? 1) - 1;
    if (count > 0) perAddress.set(network, count);
    else perAddress.delete(network);
    onCount(listeners.size);
  };
  const broadcast = (text: string): void => {
    for (const response of listeners.keys()) {
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
      else response.write(text);
    }
  };
  const heartbeat = setInterval(() => broadcast(': \n\n'), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    /** @returns false where a limit is reached */
    open: (request: IncomingMessage, response: ServerResponse, network: string): boolean => {
      const count = perAddress.get(network) ?? 0;
      if (listeners.size >= limits.total || count >= limits.perAddress) return false;
      listeners.set(response, network);
      perAddress.set(network, count + 1);
      onCount(listeners.size);
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      // Reconnections after a restart spread over two seconds.
      response.write(`retry: ${2_000 + Math.round(Math.random() * 2_000)}\n\n`);
      request.once('close', () => remove(response));
      response.once('close', () => remove(response));
      return true;
    },
    send: (change: LiveChange): void => broadcast(`event: live\ndata: ${JSON.stringify(change)}\n\n`),
    close: (): void => {
      clearInterval(heartbeat);
      for (const response of listeners.keys()) response.end();
    },
  };
};
