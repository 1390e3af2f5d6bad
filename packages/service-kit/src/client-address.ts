import ipaddr from 'ipaddr.js';

/** Part of Express' request that identifies the client. */
interface ClientRequest {
  get: (name: 'x-real-ip') => string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** Number of the eight parts of an IPv6 address that a provider assigns; subscribers choose the other half freely. */
const NETWORK_PARTS = 4;

/**
 * Returns the key for throttling: the client's IPv4 address or IPv6 network (/64), from the gateway's x-real-ip (a client's own
 * header is removed), or from the socket without a gateway. "unknown" for any other value.
 */
export const clientAddress = (request: ClientRequest): string => {
  const text = request.get('x-real-ip') ?? request.socket.remoteAddress ?? '';
  if (!ipaddr.IPv6.isValid(text)) return ipaddr.IPv4.isValidFourPartDecimal(text) ? text : 'unknown';
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${new ipaddr.IPv6(address.parts.map((part, index) => (index < NETWORK_PARTS ? part : 0))).toString()}/64`;
};
