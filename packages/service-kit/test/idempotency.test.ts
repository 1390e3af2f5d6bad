import { randomUUID } from 'node:crypto';
import { operation } from 'contracts/operation';
import { createVerifier } from 'service-kit/auth';
import { AppError } from 'service-kit/errors';
import { createHttp } from 'service-kit/http';
import { idempotencyKeyOf } from 'service-kit/idempotency';
import { createLogger } from 'service-kit/logger';
import { createPostgresIdempotency, IDEMPOTENCY_EXPIRY } from 'service-kit/postgres-idempotency';
import { createRetention } from 'service-kit/retention';
import { createIssuer } from 'service-kit/tokens';
import supertest from 'supertest';
import { z } from 'zod';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { newSigningKey } from 'testing/signing-keys';
import { NOTHING_REVOKED, tokenSession } from 'testing/token-sessions';
import { eventually } from 'testing/eventually';

const logger = createLogger('kit', 'silent');
const createThing = operation({
  id: 'createThing',
  service: 'identity',
  method: 'POST',
  path: '/api/things',
  roles: ['administrator'],
  status: 201,
  idempotent: true,
  summary: '',
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.string(), name: z.string() }),
  errors: [],
});

let database: Database;
let bearer: (id: string) => Promise<string>;
let verifier: ReturnType<typeof createVerifier>;
beforeAll(async () => {
  database = await startKitDatabase();
  const issuer = await createIssuer('identity', newSigningKey());
  verifier = createVerifier({ identity: issuer.jwks }, NOTHING_REVOKED);
  bearer = async (id) => `Bearer ${await issuer.sign('access', { role: 'administrator', id }, tokenSession())}`;
});
afterAll(() => database.stop());

interface Thing {
  id: string;
  name: string;
}
const newThing = ({ name }: { name: string }): Promise<Thing> => Promise.resolve({ id: randomUUID(), name });

const start = (create = newThing) => {
  let executions = 0;
  const app = createHttp({
    logger,
    verifier,
    idempotency: createPostgresIdempotency(database.postgres),
    routes: (mount) =>
      mount(createThing, ({ body }) => {
        executions += 1;
        return create(body);
      }),
  });
  const send = async (key: string | undefined, body: object, viewer = 'one') => {
    const request = supertest(app)
      .post('/api/things')
      .set('authorization', await bearer(viewer));
    return (key === undefined ? request : request.set('idempotency-key', key)).send(body);
  };
  return { send, executions: () => executions };
};
const ages = (key: string, interval: string) =>
  database.postgres.query(`update idempotency_keys set claimed_at = now() - $1::interval where ${key}`, [interval]);

describe('an idempotent operation', () => {
  test('returns the first response to a retry with the same key and body', async () => {
    const { send, executions } = start();
    const key = randomUUID();
    const first = await send(key, { name: 'Lila' });
    const retry = await send(`"${key}"`, { name: 'Lila' });
    expect(first.status).toBe(201);
    expect([retry.status, retry.body]).toEqual([201, first.body]);
    expect(executions()).toBe(1);
  });

  test('rejects the key of another body with 422', async () => {
    const { send, executions } = start();
    const key = randomUUID();
    await send(key, { name: 'Lila' });
    const other = await send(key, { name: 'Nina' });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(executions()).toBe(1);
  });

  test('executes each request without a key', async () => {
    const { send, executions } = start();
    await send(undefined, { name: 'Lila' });
    await send(undefined, { name: 'Lila' });
    expect(executions()).toBe(2);
  });

  test('keeps the keys of two callers apart', async () => {
    const { send } = start();
    const key = randomUUID();
    const [own, foreign] = [await send(key, { name: 'Lila' }), await send(key, { name: 'Lila' }, 'another')];
    expect([own.status, foreign.status]).toEqual([201, 201]);
    expect(foreign.body).not.toEqual(own.body);
  });

  test('executes a hundred simultaneous retries once, and rejects those that overtake the first with 409', async () => {
    const { send, executions } = start();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 100 }, () => send(key, { name: 'Lila' })));
    expect(executions()).toBe(1);
    const created = responses.filter(({ status }) => status === 201).map(({ body }) => (body as { id: string }).id);
    expect(new Set(created).size).toBe(1);
    const others = responses.filter(({ status }) => status !== 201);
    expect(new Set(others.map(({ body }) => (body as { code: string }).code)).size).toBeLessThanOrEqual(1);
    for (const { status, body } of others) expect([status, body.code]).toEqual([409, 'REQUEST_IN_PROGRESS']);
  });

  test('executes a failed creation again', async () => {
    let isFailing = true;
    const { send } = start(({ name }) =>
      isFailing ? Promise.reject(new AppError('SLUG_TAKEN')) : Promise.resolve({ id: 'x', name }),
    );
    const key = randomUUID();
    expect((await send(key, { name: 'Lila' })).status).toBe(409);
    isFailing = false;
    expect((await send(key, { name: 'Lila' })).status).toBe(201);
  });

  test('executes a creation again when the process that claimed its key has died', async () => {
    const store = createPostgresIdempotency(database.postgres);
    const key = randomUUID();
    expect(await store.claim(key, 'f')).toEqual({ kind: 'claimed' });
    expect(await store.claim(key, 'f')).toEqual({ kind: 'in progress' });
    await ages(`key = '${key}'`, '61 seconds');
    expect(await store.claim(key, 'f')).toEqual({ kind: 'claimed' });
  });

  test('evicts a response after a day', async () => {
    const { send, executions } = start();
    const key = randomUUID();
    await send(key, { name: 'Lila' });
    await ages('response is not null', '25 hours');
    await send(key, { name: 'Lila' });
    expect(executions()).toBe(2);
  });

  test('stores neither key nor input', async () => {
    const { send } = start(({ name }) => Promise.resolve({ id: 'x', name: name.length.toString() }));
    const key = randomUUID();
    await send(key, { name: 'un-mot-de-passe' });
    const { rows } = await database.postgres.query('select * from idempotency_keys');
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).not.toContain('un-mot-de-passe');
  });

  test('needs a store', () => {
    expect(() =>
      createHttp({ logger, verifier, routes: (mount) => mount(createThing, () => ({ id: '', name: '' })) }),
    ).toThrow('createThing is idempotent');
  });
});

describe('idempotencyKeyOf', () => {
  test.each(['', '""', 'a b', 'é', '"a', 'a'.repeat(65), '"a\\"b"'])('rejects %j', (header) => {
    expect(() => idempotencyKeyOf(header)).toThrow(expect.objectContaining({ code: 'IDEMPOTENCY_KEY_INVALID' }));
  });

  test('accepts a quoted and a bare key as the same', () => {
    expect([idempotencyKeyOf('"a-1"'), idempotencyKeyOf('a-1'), idempotencyKeyOf(undefined)]).toEqual([
      'a-1',
      'a-1',
      undefined,
    ]);
  });
});

describe('the idempotency cleanup', () => {
  test('deletes responses of the day before and leaves the others', async () => {
    const store = createPostgresIdempotency(database.postgres);
    const [old, fresh] = [randomUUID(), randomUUID()];
    for (const key of [old, fresh]) {
      await store.claim(key, 'f');
      await store.complete(key, {});
    }
    await ages(`key = '${old}'`, '25 hours');
    const worker = createRetention({
      name: 'retention',
      expiries: [IDEMPOTENCY_EXPIRY],
      postgres: database.postgres,
      logger,
    });
    worker.start();
    const isDeleted = async () =>
      (await database.postgres.query('select 1 from idempotency_keys where key = $1', [old])).rowCount === 0;
    await eventually(isDeleted, 'the old key is deleted');
    await worker.stop();
    expect((await database.postgres.query('select 1 from idempotency_keys where key = $1', [fresh])).rowCount).toBe(1);
  });
});
