import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import { bearerOf, createVerifier } from 'service-kit/auth';
import { createIssuer } from 'service-kit/tokens';
import { newSigningKey } from './signing-key.ts';

const key = newSigningKey();
const issuers = async () => ({ identity: await createIssuer('identity', key), affiliate: await createIssuer('affiliate', newSigningKey('other')) });
/** A token with anything in it, signed by identity's key. */
const forge = async ({ role = 'subscriber', typ = 'at+jwt', issuer = 'identity', audience = 'platform', expiry = '5m', sub = 'someone' }: Record<string, string>) =>
  new SignJWT({ role }).setProtectedHeader({ alg: 'EdDSA', typ, kid: key.kid }).setIssuer(issuer).setAudience(audience).setSubject(sub).setIssuedAt().setExpirationTime(expiry).sign(await importJWK(key, 'EdDSA'));

test('When an issuer signs for a viewer, then the verifier names the same viewer', async () => {
  const { identity, affiliate } = await issuers();
  const verifier = createVerifier({ identity: identity.jwks, affiliate: affiliate.jwks });
  for (const viewer of [{ role: 'subscriber', id: 's1' }, { role: 'administrator', id: 'a' }] as const) expect(await verifier.verify(await identity.sign('access', viewer))).toEqual(viewer);
  const partner = { role: 'affiliate', id: 'p1', slug: 'aff-one' } as const;
  const token = await affiliate.sign('access', partner);
  expect(await verifier.verify(token)).toEqual(partner);
  expect(await verifier.verify(token)).toEqual(partner);
});

test('When a token is for one use, then it does not hold for the other', async () => {
  const { identity } = await issuers();
  const verifier = createVerifier({ identity: identity.jwks });
  const viewer = { role: 'subscriber', id: 's1' } as const;
  const [access, view] = await Promise.all([identity.sign('access', viewer), identity.sign('view', viewer)]);
  expect(await verifier.verify(access)).toEqual(viewer);
  expect(await verifier.verify(view, 'view')).toEqual(viewer);
  await expect(verifier.verify(view)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  await expect(verifier.verify(access, 'view')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});

test.each([
  ['of another issuer', { issuer: 'affiliate' }],
  ['of nobody known', { issuer: 'elsewhere' }],
  ['with a role that its issuer may not grant', { role: 'affiliate' }],
  ['with an unknown role', { role: 'root' }],
  ['for another audience', { audience: 'elsewhere' }],
  ['of another type', { typ: 'JWT' }],
  ['that has expired', { expiry: '-1m' }],
  ['without a subject', { sub: '' }],
])('When a token is one %s, then it is refused', async (_fault, claims) => {
  const { identity, affiliate } = await issuers();
  const verifier = createVerifier({ identity: identity.jwks, affiliate: affiliate.jwks });
  expect(await verifier.verify(await forge({}))).toEqual({ role: 'subscriber', id: 'someone' });
  await expect(verifier.verify(await forge(claims))).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});

test('When the algorithm is HS256 with the public key as secret, none, or the signature another’s, then it is refused', async () => {
  const { identity } = await issuers();
  const verifier = createVerifier({ identity: identity.jwks });
  const payload = { role: 'administrator', iss: 'identity', aud: 'platform', sub: 'x', exp: Math.floor(Date.now() / 1000) + 60 };
  const symmetric = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid }).sign(new TextEncoder().encode(key.x));
  const none = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
  const foreign = await (await createIssuer('identity', newSigningKey())).sign('access', { role: 'administrator', id: 'x' });
  for (const token of [symmetric, none, foreign, 'a.b.c', '']) await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});

test('When the server of the keys is dead or answers no keys, then 503 and not "expired"; once it answers, the token holds', async () => {
  const { identity } = await issuers();
  let answer: () => { status: number; body: string } = () => ({ status: 500, body: '' });
  const server = createServer((_request, response) => {
    const { status, body } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const verifierOf = () => createVerifier({ identity: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`) });
  const token = await identity.sign('access', { role: 'subscriber', id: 's1' });
  try {
    for (const faulty of [{ status: 500, body: '' }, { status: 200, body: 'nonsense' }, { status: 200, body: '{}' }]) {
      answer = () => faulty;
      await expect(verifierOf().verify(token)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 2 });
    }
    answer = () => ({ status: 200, body: JSON.stringify(identity.jwks) });
    expect(await verifierOf().verify(token)).toEqual({ role: 'subscriber', id: 's1' });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await expect(createVerifier({ identity: new URL('http://127.0.0.1:1/jwks') }).verify(token)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test('When a key is published, then its private half is not', async () => {
  const { identity } = await issuers();
  expect(identity.jwks.keys).toEqual([{ kty: 'OKP', crv: 'Ed25519', kid: 'test', x: key.x, alg: 'EdDSA', use: 'sig' }]);
});

test.each([['Bearer a.b.c', 'a.b.c'], ['bearer a.b.c', null], ['Bearer a.b', null], ['Bearer a.b.c d', null], [undefined, null]])('When the header is %p, then its token is %p', (header, token) => {
  expect(bearerOf(header)).toBe(token);
});
