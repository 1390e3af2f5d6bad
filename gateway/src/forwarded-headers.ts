import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Hop-by-hop fields (RFC 9110, section 7.6.1), but for transfer-encoding, which frames the body that is passed on. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'];
const NOT_FOR_CLIENTS = /^(?:x-forwarded-|x-user-|x-real-ip$|forwarded$|x-original-|x-rewrite-)/;
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * The client's address: the socket's, or the last that the trusted proxies in front have added to X-Forwarded-For.
 */
export const clientAddress = (request: IncomingMessage, trustedProxies: number): string => {
  const socket = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return socket;
  const chain = String(request.headers['x-forwarded-for'] ?? '').split(',').map((part) => part.trim()).filter(Boolean);
  return chain.at(-trustedProxies) ?? socket;
};

/**
 * Rewrites a request's headers in place: what clients may not say goes, what services rely on is set here.
 * @returns the request's id and the client's address
 */
export const createForwardedHeaders = (publicUrl: string, trustedProxies: number) => {
  const { host, protocol } = new URL(publicUrl);
  const scheme = protocol.slice(0, -1);
  return (request: IncomingMessage): { requestId: string; address: string } => {
    const { headers } = request;
    const address = clientAddress(request, trustedProxies);
    for (const name of String(headers.connection ?? '').split(',')) {
      const field = name.trim().toLowerCase();
      if (field && field !== 'transfer-encoding') delete headers[field];
    }
    for (const name of HOP_BY_HOP) delete headers[name];
    for (const name in headers) if (NOT_FOR_CLIENTS.test(name)) delete headers[name];
    const given = headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    headers['x-request-id'] = requestId;
    headers['x-real-ip'] = address;
    headers['x-forwarded-for'] = address;
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = scheme;
    return { requestId, address };
  };
};
