import { Agent, request } from 'node:http';
import { createCaller } from 'security-tests/platform/calls';
import type { Caller } from 'security-tests/platform/calls';
import { receive } from 'security-tests/platform/http-client';
import type { Received, Sent } from 'security-tests/platform/http-client';

/** A visitor gives up sooner than most servers do. The outcome is then unknown, a case that chaos covers on purpose. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Loopback addresses from 127.0.0.2 on, so that each visitor has an address, and rate limits, of their own. */
const addresses = (() => {
  let last = 1;
  return () => {
    last = last >= 0xfffffe ? 2 : last + 1;
    return `127.${last >> 16}.${(last >> 8) & 255}.${last & 255}`;
  };
})();

const agent = new Agent({ keepAlive: false });

/**
 * Sends one request, from a loopback address that no other request has used (Linux).
 * @throws also when no response arrives in time
 */
export const send = (origin: string, { method, target, headers, body }: Sent): Promise<Received> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request(
      {
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        method,
        path: target,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        agent,
        ...(process.platform === 'linux' && { localAddress: addresses() }),
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      },
      (response) => void receive(response).then(resolve, reject),
    );
    outgoing.on('error', reject).end(body);
  });

/** Creates a caller of the platform's operations that sends each call from a new address. */
export const createCalls = (origin: string): Caller => createCaller({ send: (sent) => send(origin, sent) });
