import { createPaymentHosts } from 'service-kit/payment-hosts';

const HOSTS = ['pay.example', 'Other.example:8443', 'explicit.example:443', '127.0.0.1:9999'];

test.each([
  ['https://pay.example/offer?x=1', true],
  ['https://PAY.example:443/', true],
  ['https://other.example:8443/', true],
  ['https://explicit.example/', true],
  ['https://pay.example:8443/', false],
  ['https://other.example/', false],
  ['https://pay.example.evil.example/', false],
  ['https://evil.example/?pay.example', false],
  ['https://pay.example@evil.example/', false],
  ['https://user:secret@pay.example/', false],
  ['https:\\\\evil.example\\pay.example', false],
  ['http://127.0.0.1:9999/', false],
  ['javascript:alert(1)//pay.example', false],
  ['//pay.example/', false],
  ['', false],
])('the check of payment hosts allows the address %s in production: %p', (url, allowed) => {
  expect(createPaymentHosts(HOSTS, false).allows(url)).toBe(allowed);
});

test('the check of payment hosts allows http for the listed hosts alone', () => {
  const { allows } = createPaymentHosts(HOSTS, true);
  expect([
    allows('http://127.0.0.1:9999/pay'),
    allows('http://pay.example/'),
    allows('http://127.0.0.1/'),
    allows('ftp://pay.example/'),
  ]).toEqual([true, true, false, false]);
});
