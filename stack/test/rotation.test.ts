import { createIssuer, signingKeys } from 'service-kit/tokens';
import { rotatePostbackKeys, rotateSecret, rotateSigningKey, stepOf } from '../src/containers/rotation.ts';
import { newSigningKey } from '../src/secrets.ts';

const FORMER = 'former-secret-'.repeat(3);

describe('rotation of a secret', () => {
  const added = rotateSecret(FORMER, 'add');
  const used = rotateSecret(added, 'use');

  test('adds a new secret behind the one in use', () => {
    expect(JSON.parse(added)).toEqual([FORMER, expect.stringMatching(/^[\w-]{43}$/)]);
  });
  test('puts the new secret first, and the former one back when called again', () => {
    expect(JSON.parse(used)).toEqual((JSON.parse(added) as string[]).toReversed());
    expect(rotateSecret(used, 'use')).toBe(added);
  });
  test('drops the former secret and ends with plain text', () => {
    expect(rotateSecret(used, 'drop')).toBe((JSON.parse(added) as string[])[1]);
  });
  test.each([
    ['adding a third secret', () => rotateSecret(added, 'add')],
    ['using a second secret that is missing', () => rotateSecret(FORMER, 'use')],
    ['dropping the only secret', () => rotateSecret(FORMER, 'drop')],
    ['a broken list', () => rotateSecret(`["${FORMER}"`, 'use')],
    ['an unknown step', () => stepOf('swap')],
  ])('rejects %s without showing the secret', (_name, rotation) => {
    expect(rotation).toThrow();
    expect(rotation).not.toThrow(FORMER);
  });
});

describe('rotation of a signing key', () => {
  const step = (text: string, name: string) => rotateSigningKey(text, stepOf(name));

  test('yields at each step a key set that the issuer accepts', async () => {
    const before = newSigningKey();
    const added = step(before, 'add');
    const used = step(added, 'use');
    const published = async (text: string) =>
      (await createIssuer('identity', signingKeys.parse(JSON.parse(text)))).jwks.keys.map(({ kid }) => kid);
    const [former] = await published(before);
    const [, next] = await published(added);
    expect(next).not.toBe(former);
    expect(await published(added)).toEqual([former, next]);
    expect(await published(used)).toEqual([next, former]);
    expect(await published(step(used, 'drop'))).toEqual([next]);
  });
});

describe('rotation of a postback key', () => {
  const keys = JSON.stringify({ one: FORMER, other: ['unchanged-key-'.repeat(3)] });

  test('changes the keys of the named partner alone', () => {
    const added = JSON.parse(rotatePostbackKeys(keys, 'add', 'one')) as Record<string, string[]>;
    expect(added.one).toEqual([FORMER, expect.any(String)]);
    expect(added.other).toEqual(['unchanged-key-'.repeat(3)]);
  });
  test('rejects an unknown partner and names the known ones', () => {
    expect(() => rotatePostbackKeys(keys, 'add', 'unknown')).toThrow('one, other');
  });
});
