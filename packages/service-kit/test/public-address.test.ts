import type { lookup } from 'node:dns';
import { createPublicLookup, isPublicAddress, RejectedAddressError } from '../src/public-address.ts';

test.each([
  ['93.184.216.34', true],
  ['8.8.8.8', true],
  ['142.250.179.74', true],
  ['2606:4700::1111', true],
  ['2a00:1450:4007:80e::200a', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.88.99.1', false],
  ['192.168.1.1', false],
  ['198.19.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['2002:a00:1::', false],
  ['example.org', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

describe('a lookup of public addresses', () => {
  const PUBLIC = { address: '93.184.216.34', family: 4 };
  const PUBLIC_6 = { address: '2606:4700::1111', family: 6 };
  /** Returns the result of a socket's lookup for a name that resolves to these addresses. */
  const found = (addresses: readonly (typeof PUBLIC)[], { all = false, error = null as Error | null } = {}) => {
    const resolve = ((_name: string, _options: object, callback: (error: Error | null, all: object) => void) =>
      callback(error, addresses)) as unknown as typeof lookup;
    return new Promise((done) =>
      createPublicLookup(resolve)('rebound.example', { all }, (fault, ...result) => done(fault ?? result)),
    );
  };

  test('gives one address, or all where the socket chooses', async () => {
    expect(await found([PUBLIC, PUBLIC_6])).toEqual([PUBLIC.address, 4]);
    expect(await found([PUBLIC, PUBLIC_6], { all: true })).toEqual([[PUBLIC, PUBLIC_6]]);
  });

  test.each([{ all: false }, { all: true }])('rejects a name of which one address is private: %o', async (options) => {
    const addresses = [PUBLIC, { address: '10.0.0.1', family: 4 }];
    expect(await found(addresses, options)).toBeInstanceOf(RejectedAddressError);
  });

  test('fails as the resolution does, and where a name has no address', async () => {
    const error = new Error('ENOTFOUND');
    expect(await found([], { error })).toBe(error);
    expect(await found([])).toEqual(new Error('name not found'));
  });
});
