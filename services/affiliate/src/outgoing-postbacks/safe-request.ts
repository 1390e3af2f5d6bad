import type { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { createPublicLookup, isPublicAddress, RefusedAddressError } from 'service-kit/public-address';
import { retryAfterSecondsOf } from 'service-kit/retry-after';

const TIMEOUT_MS = 10_000;
/** Response bytes that are received; nothing reads them, and the rest is cut off. */
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
  /** Value of `Retry-After`; null without one. */
  retryAfterSeconds: number | null;
}

interface Options {
  /** host:port that may be called over http and on any address: of the local stack, never in production. */
  privateHosts?: readonly string[];
  resolve?: typeof lookup;
  timeoutMs?: number;
}

/** An IPv6 literal stands in brackets. */
const literalOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Requests to addresses that affiliates choose: https on its own port, and the socket connects to a public address that was
 * checked after the resolution of its name, so that a second resolution cannot lead elsewhere. Redirects are not followed.
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
    /** Whether an address may be called, as far as that is known before its name is resolved. */
    allows: (url: string): boolean => URL.canParse(url) && allows(new URL(url)),
    /** Returns what matters of the response. @throws RefusedAddressError, or why none came */
    send: ({ url, method, headers, body, signal }: Outgoing): Promise<OutgoingResponse> => {
      const target = new URL(url);
      if (!allows(target)) return Promise.reject(new RefusedAddressError());
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
            // A connection of its own: none that was opened under another check is used again.
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
        outgoing.on('error', fail);
        outgoing.end(isBodySent ? body : undefined);
      });
    },
  };
};
export type SafeRequest = ReturnType<typeof createSafeRequest>;
