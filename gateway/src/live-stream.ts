import type { Request, Response } from 'express';

/** Milliseconds: proxies and phones drop what is silent for long. */
const HEARTBEAT = 25_000;
const CONNECTIONS_OF_ONE_ADDRESS = 200;

/** What a listening page is told: one model's live has started or ended. until: ISO 8601, or null where nobody knows. */
export interface LiveChange {
  slug: string;
  isLive: boolean;
  until: string | null;
}

/**
 * GET /api/live: server-sent events, one for each live that starts or ends.
 */
export const createLiveStream = () => {
  const listening = new Map<Response, string>();
  const heartbeat = setInterval(() => {
    for (const response of listening.keys()) response.write(': \n\n');
  }, HEARTBEAT);
  heartbeat.unref();

  return {
    /** @returns false when this address listens too often already */
    open: (request: Request, response: Response, address: string): boolean => {
      if ([...listening.values()].filter((other) => other === address).length >= CONNECTIONS_OF_ONE_ADDRESS) return false;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.write('retry: 3000\n\n');
      listening.set(response, address);
      request.on('close', () => listening.delete(response));
      return true;
    },
    tell: (change: LiveChange): void => {
      for (const response of listening.keys()) response.write(`event: live\ndata: ${JSON.stringify(change)}\n\n`);
    },
    close: (): void => {
      clearInterval(heartbeat);
      for (const response of listening.keys()) response.end();
    },
  };
};
