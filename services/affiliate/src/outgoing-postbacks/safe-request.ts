import type { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { createPublicLookup, isPublicAddress, RejectedAddressError } from 'service-kit/public-address';
import { retryAfterSecondsOf } from 'service-kit/retry-after';

const TIMEOUT_MS = 10_000;
/** Maximum number of response bytes received before the connection is cut; the body is not used. */
const MAX_RESPONSE_BYTES = 64 * 1024;

interface Outgoing {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

export interface OutgoingResponse {
  status: number;
  /** Value of `Retry-After` in seconds; null without one. */
  retryAfterSeconds: number | null;
}

interface Options {
  /** host:port of local servers that may be called over http and on any address; never set in production. */
  privateHosts?: readonly string[];
  resolve?: typeof lookup;
  timeoutMs?: number;
}

/** Returns the host without the brackets of an IPv6 literal. */
const literalOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Sends requests to addresses that affiliates choose: only https on its default port, and the socket connects only to a public
 * address that was checked after name resolution, so that a second resolution cannot differ. Redirects are not followed.
 */
export const createSafeRequest = ({ privateHosts = [], resolve, timeoutMs = TIMEOUT_MS }: Options = {}) => {
  const isPrivateHost = ({ host }: URL) => privateHosts.includes(host);
  const allows = (url: URL): boolean => {
    if (isPrivateHost(url)) return true;
    const literal = literalOf(url);
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return isIP(literal) === 0 ? !/(?:^|\.)(?:localhost|local|internal)\.?$/.test(literal) : isPublicAddress(literal);
  };
  const publicLookup = createPublicLookup(resolve);

  return {
    /** Whether an address may be called, as far as this is decidable before its name is resolved. */
    allows: (url: string): boolean => URL.canParse(url) && allows(new URL(url)),
    /** Returns status and Retry-After of the response. @throws RejectedAddressError, or the connection error */
    send: ({ url, method, headers, body, signal }: Outgoing): Promise<OutgoingResponse> => {
      const target = new URL(url);
      if (!allows(target)) return Promise.reject(new RejectedAddressError());
      return new Promise((done, fail) => {
        const isBodySent = method === 'POST';
        const outgoing = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
          target,
          {
            method,
            headers: {
              ...headers,
              'user-agent': 'Coulisses-Postback/1.0',
              ...(isBodySent && {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              }),
            },
            // Uses a new connection: a pooled one may have been opened under another check.
            agent: false,
            signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
            ...(!isPrivateHost(target) && { lookup: publicLookup }),
          },
          (response) => {
            let bytes = 0;
            response.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
              if (bytes > MAX_RESPONSE_BYTES) response.destroy();
            });
            const finish = () =>
              done({
                status: response.statusCode ?? 0,
                retryAfterSeconds: retryAfterSecondsOf(response.headers['retry-after'], Date.now()),
              });
            response.on('close', finish);
            response.on('error', finish);
          },
        );
        // An upgrade that was not requested: without a listener, Node closes the connection without any other event.
        outgoing.on('upgrade', ({ statusCode: status = 0 }, socket) => {
          socket.destroy();
          done({ status, retryAfterSeconds: null });
        });
        outgoing.on('error', fail);
        outgoing.end(isBodySent ? body : undefined);
      });
    },
  };
};
export type SafeRequest = ReturnType<typeof createSafeRequest>;
