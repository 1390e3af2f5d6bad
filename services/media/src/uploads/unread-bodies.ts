import type { RequestHandler } from 'express';

/** Milliseconds that the rest of a refused upload may take. */
const LINGER = 10_000;

/**
 * An upload may be refused long before all of it has arrived. Closing at once would take the answer away from a client
 * that is still sending, so the rest is read, kept nowhere, for a while; then the connection ends.
 */
export const endUnreadBodies =
  (lingerMs = LINGER): RequestHandler =>
  (request, response, next) => {
    response.once('finish', () => {
      if (request.complete || request.destroyed) return;
      const timer = setTimeout(() => request.socket.destroy(), lingerMs);
      const done = () => clearTimeout(timer);
      request.once('end', done).once('close', done);
      request.resume();
    });
    next();
  };
