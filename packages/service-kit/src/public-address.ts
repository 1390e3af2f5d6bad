import { lookup as resolveHost } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Ranges of the IANA special-purpose registries (RFC 6890) that are not part of the public internet. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** Special ranges within 2000::/3, the only allocated range: protocol assignments, documentation, and 6to4, which embeds IPv4. */
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');
const allocated = new BlockList();
allocated.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the public internet; false for an invalid address. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && allocated.check(address, 'ipv6') && !special.check(address, 'ipv6');
};

export class RejectedAddressError extends Error {
  constructor() {
    super('address rejected');
  }
}

/**
 * Creates a `lookup` for sockets that accepts only public addresses. It checks the addresses that the socket connects to, so that a
 * second DNS response cannot differ. The connection fails with RejectedAddressError when any address of the name is not public.
 */
export const createPublicLookup =
  (resolve: typeof resolveHost = resolveHost): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('name not found'), '', 0);
      // Rejects a private address even among public ones, since the socket chooses between them.
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RejectedAddressError(), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
