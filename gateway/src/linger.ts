import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time in which the rest of a body is read whose request has its response: a client that still sends would otherwise lose it. */
export const LINGER_MS = 30_000;

/** Closes the connection of a client that goes on sending a body after the response: its bytes would keep the connection open. */
export const limitLinger = (request: IncomingMessage, response: ServerResponse, lingerMs: number): void => {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.destroy();
    }, lingerMs);
    request.once('close', () => clearTimeout(timer));
  });
};
