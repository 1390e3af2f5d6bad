import { clientAddress } from 'service-kit/client-address';

const request = (realIp: string | undefined, remoteAddress?: string) => ({
  get: () => realIp,
  socket: { remoteAddress },
});

describe('clientAddress', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('throttles %s as %s', (address, key) => {
    expect(clientAddress(request(address))).toBe(key);
    expect(clientAddress(request(undefined, address))).toBe(key);
  });

  test.each(['', 'unknown', '010.0.0.1', '0x7f.1', '127.1', '2130706433', '192.0.2.7, 198.51.100.1', '192.0.2.256'])(
    'takes %p for no address',
    (text) => {
      expect(clientAddress(request(text))).toBe('unknown');
    },
  );

  test('prefers the header that the gateway sets to the socket', () => {
    expect(clientAddress(request('192.0.2.7', '198.51.100.1'))).toBe('192.0.2.7');
  });
});
