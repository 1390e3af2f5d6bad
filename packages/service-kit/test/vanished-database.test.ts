import { afterEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { randomUUID } from 'node:crypto';
import { createBrokerLine } from 'testing/broker-line';
import { startKitDatabase } from 'testing/databases';
import { createAdvisoryLocks } from '../src/advisory-locks.ts';
import { createHttp } from '../src/http.ts';
import { createLogger } from '../src/logger.ts';
import { createMongo } from '../src/mongo.ts';
import { createPostgres } from '../src/postgres.ts';

const RESPONSE_TIMEOUT_MS = 1_000;
/** Far below the time that TCP needs to notice a lost peer, far above the delay of a busy machine. */
const AT_MOST_MS = 30_000;

const logger = createLogger('vanished-test', 'silent');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a server that responds with the result of a database query. */
const serverOf = (read: () => Promise<unknown>) =>
  createHttp({
    logger,
    routes: (_mount, app) => {
      app.get('/read', async (_request, response) => void response.json(await read()));
    },
  });

const expectUnavailable = async (read: () => Promise<unknown>) => {
  const started = performance.now();
  const response = await request(serverOf(read)).get('/read');
  expect({ status: response.status, retryAfter: response.headers['retry-after'] }).toEqual({
    status: 503,
    retryAfter: '2',
  });
  expect(performance.now() - started).toBeLessThan(AT_MOST_MS);
};

test('a PostgreSQL node that vanishes ends queries, transactions and new connections as unavailable', async () => {
  const database = await startKitDatabase();
  cleanups.push(database.stop);
  const line = await createBrokerLine(database.url, 5432);
  cleanups.push(line.close);
  const postgres = createPostgres({ url: line.url, logger, max: 2, responseTimeoutMs: RESPONSE_TIMEOUT_MS });
  cleanups.push(() => postgres.close());
  await Promise.all([postgres.query('select 1'), postgres.query('select 1')]);
  line.silence();
  await expectUnavailable(() => postgres.query('select 1'));
  await expectUnavailable(() => postgres.transaction((client) => client.query('select 1')));
  await expectUnavailable(() => postgres.query('select 1'));
});

test('locks of a node that vanishes fail in time, and are had again once it is back', async () => {
  const database = await startKitDatabase();
  cleanups.push(database.stop);
  const line = await createBrokerLine(database.url, 5432);
  cleanups.push(line.close);
  const locks = createAdvisoryLocks({ url: line.url, logger, responseTimeoutMs: RESPONSE_TIMEOUT_MS });
  let isWanted = false;
  const wait = { signal: AbortSignal.timeout(AT_MOST_MS), onContention: () => void (isWanted = true) };
  const release = await locks.acquire('film', wait);
  line.silence();
  await expectUnavailable(() => locks.acquire('other', wait));
  expect(isWanted).toBe(true);
  await release();
  line.resume();
  await (
    await locks.acquire('other', wait)
  )();
  await locks.close();
});

test('an object store without a response is unavailable', async () => {
  const silent = Object.assign(new Error('the request socket timed out'), { name: 'TimeoutError' });
  await expectUnavailable(() => Promise.reject(silent));
});

test('a PostgreSQL server without a connection left responds as unavailable', async () => {
  const tooMany = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
  await expectUnavailable(() => Promise.reject(tooMany));
});

test.each([
  ['deadlock detected', '40P01'],
  ['could not serialize access due to concurrent update', '40001'],
  ['cached plan must not change result type', '0A000'],
])('a transaction that may be repeated responds as unavailable: %s', async (message, code) => {
  await expectUnavailable(() => Promise.reject(Object.assign(new Error(message), { code })));
});

test('a MongoDB node that vanishes ends commands as unavailable', async () => {
  const server = process.env.MONGO_URL;
  if (!server) throw new Error('MONGO_URL is missing');
  const line = await createBrokerLine(server, 27_017);
  cleanups.push(line.close);
  const url = new URL(line.url);
  url.pathname = `/vanished_${randomUUID().slice(0, 8)}`;
  const mongo = await createMongo(url.href, { responseTimeoutMs: RESPONSE_TIMEOUT_MS });
  cleanups.push(() => mongo.connection.close(true));
  await mongo.ping();
  line.silence();
  await expectUnavailable(() => Promise.resolve(mongo.connection.collection('models').findOne({})));
});
