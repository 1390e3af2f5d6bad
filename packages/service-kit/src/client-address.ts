import { isIPv4, isIPv6 } from 'node:net';

/** The part of express' request that says who asks. */
interface Asker {
  get: (name: 'x-real-ip') => string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** The first half of an IPv6 address: a subscriber of a provider chooses the other half freely. */
const networkOf = (address: string): string => {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [head, tail].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
};

/**
 * Whom to throttle: the client's IPv4 address or IPv6 network, as the gateway sets it in x-real-ip (it strips what the
 * client sent), or the socket's where nobody stands in front.
 */
export const clientAddress = (request: Asker): string => {
  const address = (request.get('x-real-ip') ?? request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  return isIPv6(address) ? networkOf(address) : 'unknown';
};
