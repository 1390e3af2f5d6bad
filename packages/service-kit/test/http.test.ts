import { operation } from 'contracts/operation';
import { createVerifier } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { createHttp } from 'service-kit/http';
import { createLogger } from 'service-kit/logger';
import { createIssuer } from 'service-kit/tokens';
import supertest from 'supertest';
import { z } from 'zod';
import { newSigningKey } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';

const ok = z.object({ ok: z.literal(true) });
const save = operation({
  id: 'save',
  service: 'identity',
  method: 'POST',
  path: '/api/things/:id',
  roles: ['administrator'],
  status: 201,
  summary: '',
  params: z.object({ id: z.string().max(5) }),
  body: z.object({ name: z.string('Le nom est requis') }),
  response: z.object({ id: z.string(), name: z.string(), by: z.string() }),
  errors: [],
});
const read = operation({
  id: 'read',
  service: 'identity',
  method: 'GET',
  path: '/api/things/:id',
  summary: '',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().max(3).optional() }),
  response: z.object({ role: z.string() }),
  errors: [],
});
const fail = operation({
  id: 'fail',
  service: 'identity',
  method: 'POST',
  path: '/api/fail',
  summary: '',
  body: z.object({ how: z.string() }),
  response: ok,
  errors: [],
});

const start = async (keys?: URL) => {
  const issuer = await createIssuer('identity', newSigningKey());
  const app = createHttp({
    logger: createLogger('kit', 'silent'),
    verifier: createVerifier({ identity: keys ?? issuer.jwks }, NOTHING_REVOKED),
    routes: (mount) => {
      mount(save, ({ params, body }, { viewer }) => ({ id: params.id, name: body.name, by: viewer.role }));
      mount(read, (_input, { viewer }) => ({ role: viewer.role }));
      mount(fail, ({ body }) => {
        if (body.how === 'busy') throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 7 });
        if (body.how === 'nul') throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
        throw new Error('secret detail');
      });
    },
  });
  return {
    http: supertest(app),
    bearer: async (role: 'subscriber' | 'administrator') =>
      `Bearer ${await issuer.sign('access', { role, id: 'someone' }, tokenSession())}`,
  };
};

describe('an operation', () => {
  test('responds to its role with its status and body, uncached, with a request id', async () => {
    const { http, bearer } = await start();
    const response = await http
      .post('/api/things/12')
      .set('Authorization', await bearer('administrator'))
      .set('x-request-id', 'request-0001')
      .send({ name: 'N', more: 1 })
      .expect(201, { id: '12', name: 'N', by: 'administrator' });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': 'request-0001',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers).not.toHaveProperty('x-powered-by');
    expect(response.headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=(31536000|[4-9]\d{7}); includeSubDomains/);
  });

  test('rejects a visitor with 401, another role with 403 and a broken token with 401, before the body is read', async () => {
    const { http, bearer } = await start();
    expect((await http.post('/api/things/12').send({ name: 'N' }).expect(401)).body).toEqual({
      error: 'Vous devez vous connecter.',
      code: 'AUTHENTICATION_REQUIRED',
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
    });
    await http
      .post('/api/things/12')
      .set('Authorization', await bearer('subscriber'))
      .set('content-type', 'application/json')
      .send('{broken')
      .expect(403);
    expect(
      (await http.post('/api/things/12').set('Authorization', 'Basic abc').send({ name: 'N' }).expect(401)).body.code,
    ).toBe('SESSION_EXPIRED');
  });

  test('takes a public read without a token for a visitor’s, with a token for its role’s, and rejects a broken one with 401', async () => {
    const { http, bearer } = await start();
    await http.get('/api/things/1').expect(200, { role: 'visitor' });
    await http
      .get('/api/things/1')
      .set('Authorization', await bearer('subscriber'))
      .expect(200, { role: 'subscriber' });
    await http.get('/api/things/1').set('Authorization', 'Bearer a.b.c').expect(401);
  });

  test('responds with 503 and a time to come back when the keys cannot be fetched', async () => {
    const { http, bearer } = await start(new URL('http://127.0.0.1:1/jwks'));
    const response = await http
      .post('/api/things/12')
      .set('Authorization', await bearer('administrator'))
      .send({ name: 'N' })
      .expect(503);
    expect(response.body.code).toBe('SERVICE_UNAVAILABLE');
    expect(response.headers['retry-after']).toBe('2');
  });
});

describe('rejections', () => {
  test('rejects an unknown path with 404 and an unknown method with 405, naming the allowed ones', async () => {
    const { http } = await start();
    expect((await http.get('/api/nothing').expect(404)).body).toMatchObject({
      code: 'NOT_FOUND',
      error: 'Cette ressource n’existe pas.',
    });
    const response = await http.delete('/api/things/12').expect(405);
    expect(response.body.code).toBe('METHOD_NOT_ALLOWED');
    expect(response.headers.allow?.split(', ').sort()).toEqual(['GET', 'POST']);
    await http.get('/api/things/%E0%A4%A').expect(404);
  });

  test.each([
    ['broken JSON', 'application/json', '{"name":', 400, 'INVALID_JSON'],
    ['a JSON string', 'application/json', '"name"', 400, 'INVALID_JSON'],
    ['a list', 'application/json', '[]', 400, 'VALIDATION_FAILED'],
    ['a wrong type', 'application/json', '{"name":1}', 400, 'VALIDATION_FAILED'],
    ['nothing', 'application/json', '', 400, 'VALIDATION_FAILED'],
    ['a form', 'application/x-www-form-urlencoded', 'name=N', 415, 'UNSUPPORTED_BODY'],
    ['text', 'text/plain', 'N', 415, 'UNSUPPORTED_BODY'],
    ['another charset', 'application/json; charset=latin1', '{"name":"N"}', 415, 'UNSUPPORTED_BODY'],
    ['two megabytes', 'application/json', JSON.stringify({ name: 'x'.repeat(2_000_000) }), 413, 'BODY_TOO_LARGE'],
  ])('rejects the body %s in French', async (_what, type, body, status, code) => {
    const { http, bearer } = await start();
    const response = await http
      .post('/api/things/12')
      .set('Authorization', await bearer('administrator'))
      .set('content-type', type)
      .send(body)
      .expect(status);
    expect(response.body).toEqual({
      error: expect.stringMatching(/\S/),
      code,
      requestId: response.headers['x-request-id'],
    });
  });

  test('knows one spelling of a path: the gateway limits calls by it', async () => {
    const { http } = await start();
    await http.post('/api/FAIL').send({ how: 'busy' }).expect(404);
  });

  test('rejects a wrong path part or query value with 400', async () => {
    const { http, bearer } = await start();
    await http
      .post('/api/things/too-long')
      .set('Authorization', await bearer('administrator'))
      .send({ name: 'N' })
      .expect(400);
    await http.get('/api/things/1?q=abcd').expect(400);
    await http.get('/api/things/1?q=a&q=b').expect(400);
  });

  test('responds with 500 without detail to an unexpected failure; with 400 to a NUL that reached the database', async () => {
    const { http } = await start();
    const failed = await http.post('/api/fail').send({ how: 'unexpected' }).expect(500);
    expect(failed.body).toMatchObject({ code: 'INTERNAL', error: 'Une erreur est survenue. Veuillez réessayer.' });
    expect(failed.text).not.toContain('secret');
    expect((await http.post('/api/fail').send({ how: 'nul' }).expect(400)).body.code).toBe('VALIDATION_FAILED');
    expect((await http.post('/api/fail').send({ how: 'busy' }).expect(503)).headers['retry-after']).toBe('7');
  });
});

test.each([
  ['a MongoDB primary that has stepped down', { name: 'MongoServerError', code: 10107 }, 503],
  ['a MongoDB secondary', { name: 'MongoServerError', code: 13435 }, 503],
  ['a MongoDB server that shuts down', { name: 'MongoServerError', code: 11600 }, 503],
  ['an operation that a step-down interrupted', { name: 'MongoServerError', code: 11602 }, 503],
  ['a bulk write that a step-down interrupted', { name: 'MongoBulkWriteError', code: 189 }, 503],
  ['a duplicate key', { name: 'MongoServerError', code: 11000 }, 500],
  ['a former PostgreSQL primary', { name: 'error', code: '25006' }, 503],
  ['a violated constraint', { name: 'error', code: '23505' }, 500],
])('a service responds to %s with its status', async (_what, fault, status) => {
  const app = createHttp({
    logger: createLogger('kit', 'silent'),
    routes: (mount) =>
      mount(read, () => {
        throw Object.assign(new Error('failed'), fault);
      }),
  });
  const response = await supertest(app).get('/api/things/1').expect(status);
  expect(response.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
});

test.each(['/metrics', '/health/live', '/health/ready'])(
  'a service does not serve %s on the public listener',
  async (path) => {
    const { http } = await start();
    await http.get(path).expect(404);
  },
);
