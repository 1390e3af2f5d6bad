import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from 'contracts/errors';

export interface BodyLimits {
  maxBytes: number;
  /** Time in which the whole body must have arrived. */
  deadlineMs: number;
}

/** A body that is not passed on: the error of the response, and none where the client has disconnected. */
export class BodyRejected extends Error {
  readonly code: ErrorCode | null;
  constructor(code: ErrorCode | null) {
    super(code ?? 'the client closed the connection');
    this.name = 'BodyRejected';
    this.code = code;
  }
}

/**
 * Reads request bodies completely, so that a slow client occupies nothing but its own connection.
 * @param maxBufferedBytes of all requests together; above it, bodies are rejected with 503
 */
export const createBodyReader = (maxBufferedBytes: number) => {
  let bufferedBytes = 0;

  /** @throws BodyRejected */
  return async (request: IncomingMessage, { maxBytes, deadlineMs }: BodyLimits): Promise<Buffer> => {
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyRejected('BODY_TOO_LARGE');
    const parts: Buffer[] = [];
    let bytes = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const collect = (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      bufferedBytes += part.length;
      if (bytes > maxBytes) reject(new BodyRejected('BODY_TOO_LARGE'));
      else if (bufferedBytes > maxBufferedBytes) reject(new BodyRejected('SERVICE_UNAVAILABLE'));
    };
    const giveUp = () => reject(new BodyRejected(null));
    const timer = setTimeout(() => reject(new BodyRejected('REQUEST_TIMEOUT')), deadlineMs);
    request.on('data', collect).once('end', resolve).once('error', giveUp).once('close', giveUp);
    try {
      await promise;
      return Buffer.concat(parts, bytes);
    } finally {
      clearTimeout(timer);
      request.off('data', collect).off('end', resolve).off('error', giveUp).off('close', giveUp);
      bufferedBytes -= bytes;
    }
  };
};
export type BodyReader = ReturnType<typeof createBodyReader>;
