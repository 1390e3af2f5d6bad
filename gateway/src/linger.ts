import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time for which the rest of a body is read after the response: a client that still sends would otherwise lose the response. */
export const LINGER_MS = 30_000;

/** Closes the connection of a client that still sends a body `lingerMs` after the response. */
export const limitLinger = (request: IncomingMessage, response: ServerResponse, lingerMs: number): void => {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.destroy();
    }, lingerMs);
    request.once('close', () => clearTimeout(timer));
  });
};
