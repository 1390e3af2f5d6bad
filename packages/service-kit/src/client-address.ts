import ipaddr from 'ipaddr.js';

/** The part of express' request that names the client. */
interface ClientRequest {
  get: (name: 'x-real-ip') => string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** Parts of an IPv6 address, of eight, that a provider assigns: a subscriber chooses the other half freely. */
const NETWORK_PARTS = 4;

/**
 * The key of a throttle: the client's IPv4 address or IPv6 network (/64), as the gateway sets it in x-real-ip (it strips what the
 * client sent), or the socket's where no gateway stands in front. "unknown" for anything else.
 */
export const clientAddress = (request: ClientRequest): string => {
  const text = request.get('x-real-ip') ?? request.socket.remoteAddress ?? '';
  if (!ipaddr.IPv6.isValid(text)) return ipaddr.IPv4.isValidFourPartDecimal(text) ? text : 'unknown';
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return `${new ipaddr.IPv6(address.parts.map((part, index) => (index < NETWORK_PARTS ? part : 0))).toString()}/64`;
};
