import { lookup as resolveHost } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';

/** Ranges of the IANA special-purpose registries (RFC 6890) that lead to no server of the public internet. */
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
/** Special ranges within 2000::/3, the only one that is allocated: protocol assignments, documentation and 6to4, which embeds IPv4. */
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

/** Whether an IP address belongs to the public internet; false for what is no address. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && allocated.check(address, 'ipv6') && !special.check(address, 'ipv6');
};

export class RefusedAddressError extends Error {
  constructor() {
    super('address refused');
  }
}

/**
 * Resolves a name for a socket to public addresses alone, at the connection itself: a second resolution cannot lead elsewhere. The
 * connection fails with RefusedAddressError where one address of the name is not public.
 */
export const createPublicLookup =
  (resolve: typeof resolveHost = resolveHost): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error('name not found'), '', 0);
      // One private address among public ones is refused as well: the choice between them is not ours.
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new RefusedAddressError(), '', 0);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
