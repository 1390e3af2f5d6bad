import { operation } from 'contracts/operation';
import { SignJWT } from 'jose';
import { createVerifier } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { createHttp } from 'service-kit/http';
import { createLogger } from 'service-kit/logger';
import { createSecurityEvents } from 'service-kit/security-events';
import { createMetrics } from 'service-kit/telemetry';
import { createIssuer } from 'service-kit/tokens';
import supertest from 'supertest';
import { z } from 'zod';
import { newSigningKey } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';

const open = operation({
  id: 'open',
  service: 'identity',
  method: 'GET',
  path: '/api/panel',
  roles: ['administrator'],
  summary: '',
  response: z.object({}),
  errors: [],
});
const own = operation({
  id: 'own',
  service: 'identity',
  method: 'GET',
  path: '/api/own',
  roles: ['subscriber', 'administrator'],
  summary: '',
  response: z.object({}),
  errors: [],
});

const start = async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('kit', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const metrics = createMetrics('test');
  const issuer = await createIssuer('identity', newSigningKey());
  const http = supertest(
    createHttp({
      logger,
      metrics,
      verifier: createVerifier({ identity: issuer.jwks }, NOTHING_REVOKED),
      routes: (mount) => {
        mount(open, () => ({}));
        mount(own, () => {
          throw new AppError('FORBIDDEN');
        });
      },
    }),
  );
  return {
    http,
    issuer,
    record: createSecurityEvents({ logger, metrics }).record,
    events: () => lines.filter(({ msg }) => msg === 'security event'),
    counted: async (event: string, role: string) =>
      (await metrics.securityEvents.get()).values.find(({ labels }) => labels.event === event && labels.role === role)
        ?.value,
  };
};

describe('createSecurityEvents', () => {
  test('writes a line with ids alone and counts the event by role, from zero on', async () => {
    const { record, events, counted } = await start();
    expect(await counted('login.failed', 'affiliate')).toBe(0);
    record('login.failed', { role: 'affiliate', subjectId: 'a1', reason: 'WRONG_PASSWORD' });
    expect(events()).toEqual([
      expect.objectContaining({ event: 'login.failed', role: 'affiliate', subjectId: 'a1', reason: 'WRONG_PASSWORD' }),
    ]);
    expect(await counted('login.failed', 'affiliate')).toBe(1);
  });
});

describe('denied access', () => {
  test('is reported for a visitor, for another role and for what is not one’s own, with the session', async () => {
    const { http, issuer, events, counted } = await start();
    const session = tokenSession();
    const bearer = `Bearer ${await issuer.sign('access', { role: 'subscriber', id: 's1' }, session)}`;
    await http.get('/api/panel').expect(401);
    await http.get('/api/panel').set('Authorization', bearer).expect(403);
    await http.get('/api/own').set('Authorization', bearer).expect(403);
    expect(events()).toMatchObject([
      { event: 'access.denied', role: 'visitor', reason: 'AUTHENTICATION_REQUIRED' },
      { event: 'access.denied', role: 'subscriber', reason: 'FORBIDDEN', subjectId: 's1', sessionId: session.id },
      { event: 'access.denied', role: 'subscriber', reason: 'FORBIDDEN', subjectId: 's1', sessionId: session.id },
    ]);
    expect(await counted('access.denied', 'subscriber')).toBe(2);
  });

  test('is reported for a forged token, not for one that has merely expired', async () => {
    const { http, issuer, events } = await start();
    const expired = await issuer.sign(
      'access',
      { role: 'administrator', id: 'administrator' },
      tokenSession({ secondsLeft: -60 }),
    );
    await http.get('/api/panel').set('Authorization', `Bearer ${expired}`).expect(401);
    expect(events()).toEqual([]);
    const forged = await new SignJWT({ role: 'administrator' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('identity')
      .sign(new TextEncoder().encode('guessed'));
    await http.get('/api/panel').set('Authorization', `Bearer ${forged}`).expect(401);
    expect(events()).toMatchObject([{ event: 'access.denied', role: 'visitor', reason: 'SESSION_EXPIRED' }]);
  });
});
