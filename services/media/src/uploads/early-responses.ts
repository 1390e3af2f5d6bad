import type { RequestHandler } from 'express';

/** Time that the rest of a refused upload may take. */
const LINGER_MS = 30_000;

/**
 * An upload may be rejected long before all of it has arrived. The response then goes out whole, but is not ended: Node
 * would close the connection under a client that is still sending, which loses the response. The rest is read, stored
 * nowhere, until the client stops or `lingerMs` have passed.
 */
export const allowEarlyResponses =
  (lingerMs = LINGER_MS): RequestHandler =>
  (request, response, next) => {
    const end = response.end.bind(response) as (...last: unknown[]) => typeof response;
    response.end = ((chunk?: unknown, ...rest: unknown[]) => {
      if (request.complete || request.destroyed) return end(chunk, ...rest);
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) response.write(chunk);
      else response.flushHeaders();
      const timer = setTimeout(() => request.destroy(), lingerMs);
      const finish = () => {
        clearTimeout(timer);
        request.off('end', finish).off('close', finish);
        end();
      };
      request.once('end', finish).once('close', finish).resume();
      return response;
    }) as typeof response.end;
    next();
  };
