import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from 'contracts/errors';
import { CLIENT_SHARE } from './bulkheads.ts';

export interface BodyLimits {
  maxBytes: number;
  /** Time within which the whole body must arrive. */
  deadlineMs: number;
}

/** A rejected body: the error of the response, or none when the client has disconnected. */
export class BodyRejected extends Error {
  readonly code: ErrorCode | null;
  constructor(code: ErrorCode | null) {
    super(code ?? 'the client closed the connection');
    this.name = 'BodyRejected';
    this.code = code;
  }
}

/** Received bytes of bodies that are still incomplete. */
interface Buffered {
  bytes: number;
  /** The same bytes by client network. */
  bytesByAddress: Map<string, number>;
}

/**
 * Reads complete request bodies, so that a slow client occupies only its own connection.
 * @param maxBufferedBytes of all requests with the same limits together, so that large bodies leave memory for small ones; one
 *   client network may use CLIENT_SHARE of it. Bodies above either limit are rejected with 503
 * @param factor multiplies the share of one client network; load tests come from one
 */
export const createBodyReader = (maxBufferedBytes: number, factor = 1) => {
  const shareBytes = maxBufferedBytes * CLIENT_SHARE * factor;
  const buffered = new Map<BodyLimits, Buffered>();
  const bufferedOf = (limits: BodyLimits): Buffered => {
    const totals = buffered.get(limits) ?? { bytes: 0, bytesByAddress: new Map<string, number>() };
    buffered.set(limits, totals);
    return totals;
  };
  /** Adds to both totals and returns that of the client network. */
  const count = (totals: Buffered, address: string, bytes: number): number => {
    const addressBytes = (totals.bytesByAddress.get(address) ?? 0) + bytes;
    totals.bytes += bytes;
    if (addressBytes > 0) totals.bytesByAddress.set(address, addressBytes);
    else totals.bytesByAddress.delete(address);
    return addressBytes;
  };

  /** @throws BodyRejected */
  return async (request: IncomingMessage, limits: BodyLimits, address: string): Promise<Buffer> => {
    const { maxBytes, deadlineMs } = limits;
    const totals = bufferedOf(limits);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyRejected('BODY_TOO_LARGE');
    const parts: Buffer[] = [];
    let bytes = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const collect = (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      const addressBytes = count(totals, address, part.length);
      if (bytes > maxBytes) reject(new BodyRejected('BODY_TOO_LARGE'));
      else if (totals.bytes > maxBufferedBytes || addressBytes > shareBytes)
        reject(new BodyRejected('SERVICE_UNAVAILABLE'));
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
      count(totals, address, -bytes);
    }
  };
};
export type BodyReader = ReturnType<typeof createBodyReader>;
