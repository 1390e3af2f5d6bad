import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { bearerOf, createVerifier, isForgery, requireRole } from 'service-kit/auth';
import { createIssuer, signingKeys } from 'service-kit/tokens';
import type { SigningKeys } from 'service-kit/tokens';
import { VISITOR } from 'service-kit/viewer';
import { startHttpServer } from 'testing/http-server';
import { newSigningKey } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';

const key = newSigningKey();
const SUBSCRIBER = { role: 'subscriber', id: 's1' } as const;
const issuers = async () => ({
  identity: await createIssuer('identity', key),
  affiliate: await createIssuer('affiliate', newSigningKey('other')),
});
/** Signs a token with arbitrary claims by identity's key; leaves out an empty `iss` or `sid`. */
const forge = async ({
  role = 'subscriber',
  typ = 'at+jwt',
  iss = 'identity',
  audience = 'platform',
  expiry = '5m',
  sub = 'someone',
  sid = 'session',
  ...more
}: Record<string, string | number>) =>
  new SignJWT({
    role,
    ...(iss && { iss: String(iss) }),
    ...(sid && { sid: String(sid) }),
    auth_time: 1_700_000_000,
    ...more,
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: String(typ), kid: key.kid })
    .setAudience(String(audience))
    .setSubject(String(sub))
    .setIssuedAt()
    .setExpirationTime(expiry)
    .sign(await importJWK(key, 'EdDSA'));

describe('createVerifier', () => {
  test('returns the viewer that an issuer signed for, with the session', async () => {
    const { identity, affiliate } = await issuers();
    const verifier = createVerifier({ identity: identity.jwks, affiliate: affiliate.jwks }, NOTHING_REVOKED);
    const session = tokenSession();
    const known = { sessionId: session.id, authenticatedAt: session.authenticatedAt };
    for (const person of [SUBSCRIBER, { role: 'administrator', id: 'a' }] as const)
      expect(await verifier.verify(await identity.sign('access', person, session))).toEqual({ ...person, ...known });
    const partner = { role: 'affiliate', id: 'p1', slug: 'aff-one' } as const;
    const token = await affiliate.sign('access', partner, session);
    expect(await verifier.verify(token)).toEqual({ ...partner, ...known });
    expect(await verifier.verify(token)).toEqual({ ...partner, ...known });
  });

  test('rejects a token for another use', async () => {
    const { identity } = await issuers();
    const verifier = createVerifier({ identity: identity.jwks }, NOTHING_REVOKED);
    const session = tokenSession();
    const [access, view] = await Promise.all([
      identity.sign('access', SUBSCRIBER, session),
      identity.sign('view', SUBSCRIBER, session),
    ]);
    expect(await verifier.verify(access)).toMatchObject(SUBSCRIBER);
    expect(await verifier.verify(view, 'view')).toMatchObject(SUBSCRIBER);
    await expect(verifier.verify(view)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    await expect(verifier.verify(access, 'view')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('rejects the tokens of a revoked session, also one that was verified before', async () => {
    const { identity } = await issuers();
    const revoked = new Set<string>();
    const verifier = createVerifier({ identity: identity.jwks }, { isRevoked: (id) => revoked.has(id) });
    const [session, other] = [tokenSession(), tokenSession()];
    const [access, view, spared] = await Promise.all([
      identity.sign('access', SUBSCRIBER, session),
      identity.sign('view', SUBSCRIBER, session),
      identity.sign('access', SUBSCRIBER, other),
    ]);
    await verifier.verify(access);
    revoked.add(session.id);
    await expect(verifier.verify(access)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    await expect(verifier.verify(view, 'view')).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await verifier.verify(spared)).toMatchObject({ sessionId: other.id });
  });

  test.each([
    ['of another issuer', { iss: 'affiliate' }],
    ['of an unknown issuer', { iss: 'elsewhere' }],
    ['without an issuer', { iss: '' }],
    ['with a role that its issuer may not grant', { role: 'affiliate', slug: 'aff-one' }],
    ['with an unknown role', { role: 'root' }],
    ['for another audience', { audience: 'elsewhere' }],
    ['of another type', { typ: 'JWT' }],
    ['that has expired', { expiry: '-1m' }],
    ['without a subject', { sub: '' }],
    ['without a session', { sid: '' }],
    ['with a login time that is none', { auth_time: 'yesterday' }],
  ])('rejects a token %s', async (_fault, claims) => {
    const { identity, affiliate } = await issuers();
    const verifier = createVerifier({ identity: identity.jwks, affiliate: affiliate.jwks }, NOTHING_REVOKED);
    expect(await verifier.verify(await forge({}))).toEqual({
      role: 'subscriber',
      id: 'someone',
      sessionId: 'session',
      authenticatedAt: 1_700_000_000,
    });
    await expect(verifier.verify(await forge(claims))).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('rejects an affiliate’s token without a slug', async () => {
    const { identity } = await issuers();
    const verifier = createVerifier({ affiliate: identity.jwks }, NOTHING_REVOKED);
    const claims = { iss: 'affiliate', role: 'affiliate' };
    expect(await verifier.verify(await forge({ ...claims, slug: 'aff-one' }))).toMatchObject({
      role: 'affiliate',
      slug: 'aff-one',
    });
    await expect(verifier.verify(await forge(claims))).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('rejects HS256 with the public key as secret, the algorithm none and the signature of another key, as forgeries', async () => {
    const { identity } = await issuers();
    const verifier = createVerifier({ identity: identity.jwks }, NOTHING_REVOKED);
    const payload = {
      role: 'administrator',
      iss: 'identity',
      aud: 'platform',
      sub: 'x',
      sid: 's',
      auth_time: 1,
      exp: Math.floor(Date.now() / 1000) + 60,
    };
    const symmetric = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })
      .sign(new TextEncoder().encode(key.x));
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`;
    const foreign = await (
      await createIssuer('identity', newSigningKey())
    ).sign('access', { role: 'administrator', id: 'x' }, tokenSession());
    for (const token of [symmetric, none, foreign, 'a.b.c', '']) {
      const error: unknown = await verifier.verify(token).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'SESSION_EXPIRED' });
      expect(isForgery((error as Error).cause)).toBe(true);
    }
    const old: unknown = await verifier.verify(await forge({ expiry: '-1m' })).catch((reason: unknown) => reason);
    expect(isForgery((old as Error).cause)).toBe(false);
  });

  test('responds with 503, not "expired", while the key set cannot be read, and verifies once it can', async () => {
    const { identity } = await issuers();
    let result: () => { status: number; body: string } = () => ({ status: 500, body: '' });
    const { url, close } = await startHttpServer((_request, response) => {
      const { status, body } = result();
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    const verifierOf = () => createVerifier({ identity: new URL(`${url}/jwks`) }, NOTHING_REVOKED);
    const token = await identity.sign('access', SUBSCRIBER, tokenSession());
    try {
      for (const faulty of [
        { status: 500, body: '' },
        { status: 200, body: 'nonsense' },
        { status: 200, body: '{}' },
      ]) {
        result = () => faulty;
        await expect(verifierOf().verify(token)).rejects.toMatchObject({
          code: 'SERVICE_UNAVAILABLE',
          retryAfterSeconds: 2,
        });
      }
      result = () => ({ status: 200, body: JSON.stringify(identity.jwks) });
      expect(await verifierOf().verify(token)).toMatchObject(SUBSCRIBER);
    } finally {
      await close();
    }
    await expect(
      createVerifier({ identity: new URL('http://127.0.0.1:1/jwks') }, NOTHING_REVOKED).verify(token),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('createIssuer', () => {
  test('publishes its public key without the private half', async () => {
    const { identity } = await issuers();
    expect(identity.jwks.keys).toEqual([
      { kty: 'OKP', crv: 'Ed25519', kid: 'test', x: key.x, alg: 'EdDSA', use: 'sig' },
    ]);
  });

  test.each([
    ['access', 24 * 60 * 60, 15 * 60],
    ['access', 100, 100],
    ['view', 24 * 60 * 60, 12 * 60 * 60],
    ['view', 30 * 60, 30 * 60],
  ] as const)('signs an %s token in a session of %d more seconds for %d', async (use, secondsLeft, lifetime) => {
    const { identity } = await issuers();
    const session = tokenSession({ secondsLeft });
    const { iat = 0, exp = 0, sid, auth_time } = decodeJwt(await identity.sign(use, SUBSCRIBER, session));
    expect(exp - iat).toBe(lifetime);
    expect({ sid, auth_time }).toEqual({ sid: session.id, auth_time: session.authenticatedAt });
  });
});

describe('rotation of a signing key', () => {
  const next = newSigningKey('next');
  /** Issuers at each step of docs/runbooks/rotate-secrets.md. */
  const steps = async () => ({
    before: await createIssuer('identity', key),
    published: await createIssuer('identity', { keys: [key, next] }),
    used: await createIssuer('identity', { keys: [next, key] }),
    after: await createIssuer('identity', next),
  });

  test('signs with the first key of the set and publishes all, without private halves', async () => {
    const { used } = await steps();
    expect(decodeProtectedHeader(await used.sign('access', SUBSCRIBER, tokenSession())).kid).toBe('next');
    expect(used.jwks.keys.map(({ kid }) => kid)).toEqual(['next', 'test']);
    expect(JSON.stringify(used.jwks)).not.toContain('"d"');
  });

  test('accepts what replicas of two neighbouring steps sign, with the key set of either', async () => {
    const { before, published, used, after } = await steps();
    for (const [one, other] of [
      [published, before],
      [published, used],
      [used, after],
    ] as const)
      for (const signer of [one, other])
        expect(
          await createVerifier({ identity: one.jwks }, NOTHING_REVOKED).verify(
            await signer.sign('access', SUBSCRIBER, tokenSession()),
          ),
        ).toMatchObject(SUBSCRIBER);
  });

  test('rejects a token of the former key once that is no longer published', async () => {
    const { before, after } = await steps();
    await expect(
      createVerifier({ identity: after.jwks }, NOTHING_REVOKED).verify(
        await before.sign('access', SUBSCRIBER, tokenSession()),
      ),
    ).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  test('accepts a token of a key that was published after the verifier had fetched the key set', async () => {
    const { before, published, used } = await steps();
    let served = before;
    const { url, close } = await startHttpServer(
      (_request, response) =>
        void response.setHeader('content-type', 'application/json').end(JSON.stringify(served.jwks)),
    );
    try {
      // The time since the last fetch exceeds jose's cooldown.
      jest.useFakeTimers({
        doNotFake: [
          'nextTick',
          'setImmediate',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'queueMicrotask',
        ],
      });
      const verifier = createVerifier({ identity: new URL(`${url}/jwks`) }, NOTHING_REVOKED);
      expect(await verifier.verify(await before.sign('access', SUBSCRIBER, tokenSession()))).toMatchObject(SUBSCRIBER);
      served = published;
      jest.setSystemTime(Date.now() + 11_000);
      expect(await verifier.verify(await used.sign('access', SUBSCRIBER, tokenSession()))).toMatchObject(SUBSCRIBER);
    } finally {
      jest.useRealTimers();
      await close();
    }
  });

  test.each([
    ['two keys with the same key id', { keys: [key, newSigningKey('test')] }],
    ['a published key that is no point of the curve', { keys: [key, { ...next, x: 'AA' }] }],
  ] as [string, SigningKeys][])('rejects %s', async (_name, keys) => {
    await expect(createIssuer('identity', keys)).rejects.toThrow();
  });

  test('reads one private key or a set of keys from SIGNING_KEY, and rejects a set whose first key is public', () => {
    const { d: _private, ...publicHalf } = next;
    expect(signingKeys.safeParse(key).success).toBe(true);
    expect(signingKeys.safeParse({ keys: [key, publicHalf] }).success).toBe(true);
    expect(signingKeys.safeParse({ keys: [publicHalf, key] }).success).toBe(false);
    expect(signingKeys.safeParse({ keys: [] }).success).toBe(false);
  });
});

describe('deriveKey', () => {
  test('gives each key and purpose a key of its own, always the same', async () => {
    const { identity } = await issuers();
    const other = await createIssuer('identity', newSigningKey());
    const keys = [identity.deriveKey('one'), identity.deriveKey('two'), other.deriveKey('one')].map((bytes) =>
      bytes.toString('hex'),
    );
    expect(new Set(keys).size).toBe(3);
    expect(identity.deriveKey('one').toString('hex')).toBe(keys[0]);
    expect(keys[0]).toHaveLength(64);
  });
});

describe('requireRole', () => {
  test('returns a viewer of the role and rejects any other with 403', () => {
    const viewer = { ...SUBSCRIBER, sessionId: 's', authenticatedAt: 1 };
    expect(requireRole(viewer, 'subscriber')).toBe(viewer);
    expect(() => requireRole(viewer, 'administrator')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => requireRole(VISITOR, 'subscriber')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});

describe('bearerOf', () => {
  test.each([
    ['Bearer a.b.c', 'a.b.c'],
    ['Bearer aa.b-b.c_c', 'aa.b-b.c_c'],
    ['bearer a.b.c', null],
    ['Digest Bearer a.b.c', null],
    ['Bearer a.b', null],
    ['Bearer a.b.c d', null],
    [undefined, null],
  ])('reads from %p the token %p', (header, token) => {
    expect(bearerOf(header)).toBe(token);
  });
});
