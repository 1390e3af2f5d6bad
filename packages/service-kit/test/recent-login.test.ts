import { ERRORS } from 'contracts/errors';
import { openApiDocument } from 'contracts/openapi';
import { operation } from 'contracts/operation';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import { createVerifier } from 'service-kit/auth';
import { createHttp } from 'service-kit/http';
import { createLogger } from 'service-kit/logger';
import { createIssuer } from 'service-kit/tokens';
import supertest from 'supertest';
import { z } from 'zod';
import { newSigningKey } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';

const ok = z.object({ ok: z.literal(true) });
const body = z.object({ name: z.string(), url: z.string() }).partial();
const erase = operation({
  id: 'erase',
  service: 'identity',
  method: 'DELETE',
  path: '/api/things',
  roles: ['administrator'],
  recentLogin: true,
  summary: '',
  response: ok,
  errors: [],
});
const save = operation({
  id: 'save',
  service: 'identity',
  method: 'PUT',
  path: '/api/things',
  roles: ['administrator'],
  recentLogin: ['url'],
  summary: '',
  body,
  response: ok,
  errors: [],
});
const read = operation({
  id: 'read',
  service: 'identity',
  method: 'PUT',
  path: '/api/names',
  roles: ['administrator'],
  summary: '',
  body,
  response: ok,
  errors: [],
});

/** Starts a service that stores one object. */
const start = async () => {
  const issuer = await createIssuer('identity', newSigningKey());
  const lines: string[] = [];
  const logger = createLogger('kit', 'info', { write: (line: string) => void lines.push(line) });
  const stored: { name: string; url: string } = { name: 'N', url: 'https://pay.example' };
  let erased = 0;
  const change = (changes: z.output<typeof body>, requireRecentLoginFor: (changed: { field: string }[]) => void) => {
    requireRecentLoginFor(
      (['name', 'url'] as const)
        .filter((field) => changes[field] !== undefined && changes[field] !== stored[field])
        .map((field) => ({ field })),
    );
    Object.assign(stored, changes);
    return { ok: true as const };
  };
  const http = createHttp({
    logger,
    verifier: createVerifier({ identity: issuer.jwks }, NOTHING_REVOKED),
    routes: (mount) => {
      mount(erase, () => {
        erased += 1;
        return { ok: true as const };
      });
      mount(save, (input, { requireRecentLoginFor }) => change(input.body, requireRecentLoginFor));
      mount(read, (input, { requireRecentLoginFor }) => change(input.body, requireRecentLoginFor));
    },
  });
  return {
    http: supertest(http),
    stored,
    erased: () => erased,
    securityEvents: () => lines.filter((line) => line.includes('security event')),
    bearer: async (ageSeconds: number, role: 'administrator' | 'subscriber' = 'administrator') =>
      `Bearer ${await issuer.sign('access', { role, id: 'someone' }, tokenSession({ authenticatedAt: Math.floor(Date.now() / 1000) - ageSeconds }))}`,
  };
};
const REJECTION = {
  error: ERRORS.REAUTHENTICATION_REQUIRED.text,
  code: 'REAUTHENTICATION_REQUIRED',
  requestId: expect.any(String),
};

describe('an operation that always needs a recent login', () => {
  test('is rejected before it is done once the login is older than the limit, without an alert', async () => {
    const { http, bearer, erased, securityEvents } = await start();
    expect(
      (
        await http
          .delete('/api/things')
          .set('Authorization', await bearer(RECENT_LOGIN_SECONDS + 5))
          .expect(403)
      ).body,
    ).toEqual(REJECTION);
    expect(erased()).toBe(0);
    expect(securityEvents()).toEqual([]);
    await http
      .delete('/api/things')
      .set('Authorization', await bearer(RECENT_LOGIN_SECONDS - 30))
      .expect(200);
    expect(erased()).toBe(1);
  });

  test('is forbidden to another role, whatever the age of its login', async () => {
    const { http, bearer, erased } = await start();
    for (const age of [0, RECENT_LOGIN_SECONDS + 5])
      expect(
        (
          await http
            .delete('/api/things')
            .set('Authorization', await bearer(age, 'subscriber'))
            .expect(403)
        ).body.code,
      ).toBe('FORBIDDEN');
    expect(erased()).toBe(0);
  });
});

describe('an operation with sensitive fields', () => {
  test('needs a recent login for a change of one of them, not for the value that is stored nor for other fields', async () => {
    const { http, bearer, stored } = await start();
    const old = await bearer(RECENT_LOGIN_SECONDS + 5);
    const put = (sent: object, token = old, path = '/api/things') =>
      http.put(path).set('Authorization', token).send(sent);
    expect((await put({ name: 'Other', url: 'https://elsewhere.example' }).expect(403)).body).toEqual(REJECTION);
    expect(stored).toEqual({ name: 'N', url: 'https://pay.example' });
    await put({ name: 'Other', url: 'https://pay.example' }).expect(200);
    await put({ url: 'https://elsewhere.example' }, await bearer(0)).expect(200);
    expect(stored).toEqual({ name: 'Other', url: 'https://elsewhere.example' });
    // An operation without named fields requires no recent login.
    await put({ url: 'https://pay.example' }, old, '/api/names').expect(200);
  });
});

describe('the contracts', () => {
  test('name every operation that needs a recent login, each with its roles, and the fields exist in its body', () => {
    const declared = (Object.values(operations) as Operation[]).filter(({ recentLogin }) => recentLogin !== undefined);
    expect(Object.fromEntries(declared.map(({ id, recentLogin }) => [id, recentLogin]))).toEqual({
      createAffiliate: true,
      updateAffiliate: ['custom_password', 'adexico_base_url', 'adexico_source_id'],
      deleteAffiliate: true,
      createModel: ['adexico_source_id', 'adexico_base_url'],
      updateModel: ['adexico_source_id', 'adexico_base_url'],
      restoreModelVersion: ['adexico_source_id', 'adexico_base_url'],
      deleteModel: true,
      deleteAffiliateModel: true,
      beginAdministratorEnrolment: true,
      removeAdministratorFactor: true,
      renewAdministratorRecoveryCodes: true,
      beginAffiliateEnrolment: true,
      removeAffiliateFactor: true,
      renewAffiliateRecoveryCodes: true,
      setCommissionTerms: true,
      createPayoutBatch: true,
      markPayoutBatchPaid: true,
      cancelPayoutBatch: true,
      orderRefund: true,
      setOutgoingPostbacks: true,
    });
    for (const { id, roles, recentLogin, body: schema } of declared) {
      expect([id, (roles ?? []).length > 0]).toEqual([id, true]);
      // A restored version contains the fields itself.
      if (Array.isArray(recentLogin) && id !== 'restoreModelVersion')
        expect([id, Object.keys((schema as z.ZodObject).shape)]).toEqual([
          id,
          expect.arrayContaining([...recentLogin]),
        ]);
    }
  });

  test('show the requirement and its error in OpenAPI', () => {
    const { paths } = openApiDocument('https://coulisses.example') as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    const { put } = paths['/api/models/{id}'] ?? {};
    expect(put).toMatchObject({
      'x-recent-login': ['adexico_source_id', 'adexico_base_url'],
      description: expect.stringContaining('last 10 minutes, to change adexico_source_id, adexico_base_url'),
    });
    expect(JSON.stringify(put?.responses)).toContain('REAUTHENTICATION_REQUIRED');
    expect(JSON.stringify(paths['/api/models']?.get)).not.toContain('REAUTHENTICATION_REQUIRED');
  });
});
