import type { IncomingMessage } from 'node:http';
import { clientAddress } from 'service-kit/client-address';
import { requestIdOf } from 'service-kit/request-context';

/** Sender of a request, as identified by the gateway. */
export interface Client {
  requestId: string;
  /** IP address. */
  address: string;
  /** Key of the rate limits: the IPv4 address or the IPv6 network (service-kit/client-address). */
  network: string;
}

/** Returns the client's IP address: the socket's, or the address that the trusted proxies have appended to X-Forwarded-For. */
const addressOf = ({ headers, socket }: IncomingMessage, trustedProxies: number): string => {
  const peer = socket.remoteAddress ?? '';
  if (trustedProxies === 0) return peer;
  const chain = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return chain.at(-trustedProxies) ?? peer;
};

/** @param trustedProxies number of proxies in front whose X-Forwarded-For is trusted */
export const createClientReader =
  (trustedProxies: number) =>
  (request: IncomingMessage): Client => {
    const address = addressOf(request, trustedProxies);
    return {
      requestId: requestIdOf(request.headers['x-request-id']),
      address,
      network: clientAddress({ get: () => address, socket: {} }),
    };
  };
