import type { RequestHandler } from 'express';

/** Time for the rest of a rejected upload. */
const LINGER_MS = 30_000;

/**
 * Lets an upload be rejected long before all of it has arrived. The complete response is sent but not ended: Node would close the
 * connection of a client that still sends, which would lose the response. The rest is read and discarded until the client stops or
 * `lingerMs` have passed.
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
