import { newTotpSecret, totpStep, totpUri } from 'service-kit/second-factor/totp';

/** RFC 6238, appendix B: the ASCII secret "12345678901234567890" in base32, the last six digits of its SHA-1 values. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const STEP_MS = 30_000;

describe('totpStep', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('accepts the code of RFC 6238 at second %d', (second, code) => {
    expect(totpStep(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
  });

  test('accepts the code of one step before and after, and names that step', () => {
    const nowMs = 1_111_111_111_000;
    const step = Math.floor(1_111_111_111 / 30);
    for (const drift of [-1, 0, 1]) expect(totpStep(SECRET, '050471', nowMs - drift * STEP_MS)).toBe(step);
    for (const drift of [-2, 2]) expect(totpStep(SECRET, '050471', nowMs - drift * STEP_MS)).toBeNull();
  });

  test('rejects another code', () => {
    expect(totpStep(SECRET, '287083', 59_000)).toBeNull();
  });
});

describe('newTotpSecret', () => {
  test('has 160 bits, each time others', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });
});

describe('totpUri', () => {
  test('names issuer, account and secret as applications read them', () => {
    const uri = new URL(totpUri(SECRET, { issuer: 'Coulisses', account: 'aff-one' }));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Coulisses:aff-one',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Coulisses',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
