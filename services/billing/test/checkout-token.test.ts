import { describe, expect, test } from '@jest/globals';
import { createCheckoutTokens } from '../src/checkouts/checkout-token.ts';

const KEYS = { sandbox: ['first-key-of-the-sandbox-partner'] };
const NEXT = 'next-key-of-the-sandbox-partner';
const REFERENCE = 'AAECAwQFBgcICQoLDA0ODxAR';
const CLAIM = {
  subscriberId: '11111111-2222-4333-8444-555555555555',
  modelId: '66666666-7777-4888-8999-aaaaaaaaaaaa',
  affiliateId: 'bbbbbbbb-cccc-4ddd-8eee-ffffffffffff',
};
const GOLDEN =
  'eyJhbGciOiJIUzI1NiIsImtpZCI6IkhRZGxFbSJ9.AQABAgMEBQYHCAkKCwwNDg8QEREREREiIkMzhERVVVVVVVVmZmZmd3dIiImZqqqqqqqqu7u7u8zMTd2O7v_______w.QqPH4ggCmIVGPbjgzinrm3VoseqpZsLygMZCNv-xmkQ';
const tokens = createCheckoutTokens(KEYS);

describe('a signed checkout', () => {
  test('is the same compact text for the same checkout and key', async () => {
    expect(await tokens.sign(REFERENCE, CLAIM)).toBe(GOLDEN);
    expect(GOLDEN).toMatch(/^[\w.-]{175}$/);
  });

  test.each([
    ['all of it', CLAIM],
    ['neither model nor affiliate', { ...CLAIM, modelId: null, affiliateId: null }],
  ])('is read with %s', async (_what, claim) => {
    expect(await tokens.read(await tokens.sign(REFERENCE, claim))).toEqual({ reference: REFERENCE, claim });
  });

  test('is read with either key during a rotation, and leads to its row alone after it', async () => {
    const adding = createCheckoutTokens({ sandbox: [...KEYS.sandbox, NEXT] });
    const using = createCheckoutTokens({ sandbox: [NEXT, ...KEYS.sandbox] });
    expect(await using.read(await adding.sign(REFERENCE, CLAIM))).toEqual({ reference: REFERENCE, claim: CLAIM });
    expect(await adding.read(await using.sign(REFERENCE, CLAIM))).toEqual({ reference: REFERENCE, claim: CLAIM });
    const dropped = createCheckoutTokens({ sandbox: [NEXT] });
    expect(await dropped.read(GOLDEN)).toEqual({ reference: REFERENCE, claim: null });
  });

  test('states nothing once a single character of it was altered', async () => {
    const [header = ''] = GOLDEN.split('.');
    for (let index = header.length + 1; index < GOLDEN.length; index += 1) {
      const altered = `${GOLDEN.slice(0, index)}${GOLDEN[index] === 'A' ? 'B' : 'A'}${GOLDEN.slice(index + 1)}`;
      const { claim, reference } = await tokens.read(altered);
      // The last character of a part has bits that base64url ignores.
      const isSameBytes = altered
        .split('.')
        .every((part, position) =>
          Buffer.from(part, 'base64url').equals(Buffer.from(GOLDEN.split('.')[position] ?? '', 'base64url')),
        );
      if (!isSameBytes) expect({ claim, reference }).toEqual({ claim: null, reference: altered });
    }
  });

  test.each([
    '',
    REFERENCE,
    'a.b.c',
    '..',
    `eyJhbGciOiJub25lIn0.${GOLDEN.split('.')[1]}.`,
    `${GOLDEN}.x`,
    `.${GOLDEN.split('.')[1]}.`,
  ])('leaves %j without a claim', async (sub4) => {
    expect((await tokens.read(sub4)).claim).toBeNull();
  });

  const headerOf = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url');
  const [, payload = '', signature = ''] = GOLDEN.split('.');
  test.each([
    ['without an algorithm', `${headerOf({ alg: 'none' })}.${payload}.`],
    ['of an unknown key and without a signature', `${headerOf({ alg: 'HS256', kid: 'abcdef' })}.${payload}.`],
    ['of an unknown key and another algorithm', `${headerOf({ alg: 'none', kid: 'abcdef' })}.${payload}.${signature}`],
    ['of no key', `${headerOf({ alg: 'HS256' })}.${payload}.${signature}`],
  ])('leads to no row where it is one %s', async (_what, sub4) => {
    expect(await tokens.read(sub4)).toEqual({ reference: sub4, claim: null });
  });
});
