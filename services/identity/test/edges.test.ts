import { ConfigError, readConfig } from 'service-kit/config';
import { config } from '../src/config.ts';
import { startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

describe('hostile input', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  const CALLS = [
    '/api/auth/register',
    '/api/auth/login',
    '/api/auth/forgot-password',
    '/api/auth/reset-password',
    '/api/admin/verify',
  ];
  const huge = 'x'.repeat(200_000);
  const BODIES: unknown[] = [
    {},
    [],
    [1, 2],
    { email: {}, password: [], token: {}, newPassword: 1 },
    { email: huge, password: huge, token: huge },
    { email: 'a\u0000@example.org', password: 'p\u0000assword', token: '\u0000' },
    { email: null, password: null },
  ];
  test.each(CALLS.flatMap((path) => BODIES.map((body) => [path, JSON.stringify(body).slice(0, 60), body] as const)))(
    'at %s rejects %s in French',
    async (path, _shown, body) => {
      const response = await identity.http.post(path).send(body as object);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(response.body).toEqual({
        error: expect.stringMatching(/\S/),
        code: expect.stringMatching(/^[A-Z_]+$/),
        requestId: expect.any(String),
      });
    },
  );

  test.each(['%00', '..%2f..%2fetc', 'é'.repeat(60), '{}', '%E0%A4%A'])(
    'responds without a server error to a reset token that is %s',
    async (token) => {
      expect((await identity.http.get(`/api/auth/verify-reset-token/${token}`)).status).toBeLessThan(500);
    },
  );
});

describe('health', () => {
  test('is ready after the migrations, and not while one is missing', async () => {
    const identity = await startIdentity();
    try {
      await identity.postgres.query("delete from migrations where name = '003-password-reset.sql'");
      await expect(identity.readiness.database()).rejects.toThrow('migrations are missing: 003-password-reset.sql');
      await identity.postgres.query("insert into migrations (name) values ('003-password-reset.sql')");
      await identity.readiness.database();
    } finally {
      await identity.stop();
    }
  });

  test('publishes the public key alone in its key set', async () => {
    const identity = await startIdentity();
    try {
      const { body } = await identity.http.get('/.well-known/jwks.json').expect(200);
      expect(body.keys).toEqual([
        { kty: 'OKP', crv: 'Ed25519', kid: 'test', x: expect.any(String), alg: 'EdDSA', use: 'sig' },
      ]);
    } finally {
      await identity.stop();
    }
  });
});

describe('configuration', () => {
  test('reports all wrong settings at once, those that production forbids among them', () => {
    let faults: readonly string[] = [];
    try {
      readConfig(config, {
        PORT: 'abc',
        DATABASE_URL: 'mysql://x',
        SIGNING_KEY: '{',
        DEVELOPMENT_MODE: 'true',
        META_API_URL: 'http://graph.example.org',
        PUSH_SERVICES: 'http://localhost:8080',
        NODE_ENV: 'production',
      });
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults = error.faults;
    }
    const named = faults.map((fault) => fault.split(/[ :]/)[0]);
    expect(named).toEqual(
      expect.arrayContaining([
        'PORT',
        'DATABASE_URL',
        'RABBIT_URL',
        'SIGNING_KEY',
        'ADMIN_PASSWORD_HASH',
        'PUBLIC_URL',
        'SMTP_URL',
        'MAIL_FROM_NAME',
        'MAIL_FROM_EMAIL',
        'DEVELOPMENT_MODE',
        'META_API_URL',
        'PUSH_SERVICES',
      ]),
    );
  });
});
