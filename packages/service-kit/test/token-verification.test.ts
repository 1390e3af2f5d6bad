import { createLogger } from 'service-kit/logger';
import { REVOKED_SESSIONS_PATH } from 'service-kit/revocations';
import { createMetrics } from 'service-kit/telemetry';
import { createTokenVerification } from 'service-kit/token-verification';
import { createIssuer } from 'service-kit/tokens';
import { startHttpServer } from 'testing/http-server';
import { newSigningKey } from 'testing/signing-keys';
import { tokenSession } from 'testing/token-sessions';
import { eventually } from 'testing/eventually';

const SUBSCRIBER = { role: 'subscriber', id: 'subscriber-1' } as const;
const logger = createLogger('verification-test', 'silent');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Starts an issuer's public endpoints: key set and revoked sessions at one address. */
const startIssuer = async (name: 'identity' | 'affiliate') => {
  const issuer = await createIssuer(name, newSigningKey());
  const revoked: string[] = [];
  const { url, close } = await startHttpServer((request, response) => {
    const body =
      request.url === REVOKED_SESSIONS_PATH
        ? { sessions: revoked.map((id) => ({ id, expiresAt: Date.now() + 60_000 })) }
        : request.url === '/.well-known/jwks.json'
          ? issuer.jwks
          : null;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  closers.push(close);
  return {
    sign: issuer.sign,
    revoked,
    jwksUrl: `${url}/.well-known/jwks.json`,
  };
};
/** Creates the token verification of a process whose broker is unreachable. */
const verifying = (jwksUrls: Parameters<typeof createTokenVerification>[0]['jwksUrls']) => {
  const verification = createTokenVerification({
    jwksUrls,
    logger,
    metrics: createMetrics('verification-test'),
  });
  const { worker, readiness } = verification.synchronise({ subscribe: () => undefined, isConnected: () => false });
  worker.start();
  closers.push(() => worker.stop());
  const isReady = () => {
    try {
      readiness.revocations();
      return true;
    } catch {
      return false;
    }
  };
  return { ...verification, isReady };
};

describe('createTokenVerification', () => {
  test('verifies tokens by the key set of each issuer, and rejects those of other issuers', async () => {
    const [identity, affiliate] = [await startIssuer('identity'), await startIssuer('affiliate')];
    const partner = { role: 'affiliate', id: 'a', slug: 'a-slug' } as const;
    const [subscriberToken, partnerToken] = await Promise.all([
      identity.sign('access', SUBSCRIBER, tokenSession()),
      affiliate.sign('access', partner, tokenSession()),
    ]);
    const both = verifying({ identity: identity.jwksUrl, affiliate: affiliate.jwksUrl });
    expect(await both.verifier.verify(subscriberToken)).toMatchObject(SUBSCRIBER);
    expect(await both.verifier.verify(partnerToken)).toMatchObject(partner);
    await expect(verifying({ identity: identity.jwksUrl }).verifier.verify(partnerToken)).rejects.toMatchObject({
      code: 'SESSION_EXPIRED',
    });
  });

  test('rejects the tokens of sessions that an issuer has revoked, and is ready once it has read them', async () => {
    const identity = await startIssuer('identity');
    const session = tokenSession();
    const token = await identity.sign('access', SUBSCRIBER, session);
    identity.revoked.push(session.id);
    const { verifier, isReady } = verifying({ identity: identity.jwksUrl });
    expect(isReady()).toBe(false);
    await eventually(isReady, 'the revoked sessions are read');
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(await verifier.verify(await identity.sign('access', SUBSCRIBER, tokenSession()))).toMatchObject(SUBSCRIBER);
  });
});
