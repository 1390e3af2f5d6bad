import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import express from 'express';
import { createBus } from '../src/bus.ts';
import { issuerRoutes } from '../src/issuer-routes.ts';
import { createLogger } from '../src/logger.ts';
import { createEvent } from '../src/outbox.ts';
import { createRevocations } from '../src/revocations.ts';
import { createRevocationSync, revokedSessionsAt } from '../src/revocation-sync.ts';
import type { RevokedSources } from '../src/revocation-sync.ts';
import { serve } from '../src/serve.ts';
import { createBrokerLine, rabbitUrl } from 'testing/broker-line';
import { startKitDatabase } from 'testing/databases';
import { eventually } from 'testing/eventually';

const logger = createLogger('sync-test', 'silent');
const HOUR_MS = 60 * 60_000;
const NOW_SECONDS = Date.now() / 1000;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const newExchange = async () => {
  const exchange = `test-${randomUUID()}`;
  const connection = await connect(rabbitUrl());
  const channel = await connection.createChannel();
  cleanups.push(async () => {
    await channel.deleteExchange(exchange);
    await connection.close();
  });
  return exchange;
};
const busOn = (exchange: string, url = rabbitUrl()) => {
  const bus = createBus({ url, logger, exchange, queues: {} });
  cleanups.push(bus.stop);
  return bus;
};
/** Creates the revocations of a process that verifies tokens. */
const verifying = (bus: ReturnType<typeof busOn>, sources: RevokedSources) => {
  const revocations = createRevocations({ logger });
  const {
    worker,
    readiness: { revocations: check },
  } = createRevocationSync({ bus, revocations, sources, logger });
  worker.start();
  cleanups.push(worker.stop);
  bus.start();
  return { revocations, check };
};
const publisherOn = async (exchange: string) => {
  const bus = busOn(exchange);
  bus.start();
  await bus.connected();
  return (id: string) =>
    bus.publish(
      createEvent(
        'sessions.revoked',
        {
          role: 'subscriber',
          subjectId: 's',
          sessionIds: [id],
          expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
        },
        1,
      ),
    );
};
const newRevoked = () => ({ id: randomUUID(), expiresAt: Date.now() + HOUR_MS });

describe('createRevocationSync', () => {
  test('consumes a revocation event in every process', async () => {
    const exchange = await newExchange();
    const publish = await publisherOn(exchange);
    const processes = [busOn(exchange), busOn(exchange)].map((bus) => ({
      bus,
      ...verifying(bus, { identity: async () => [] }),
    }));
    await Promise.all(processes.map(({ bus }) => bus.connected()));
    const id = randomUUID();
    await publish(id);
    await eventually(
      () => processes.every(({ revocations }) => revocations.isRevoked(id, NOW_SECONDS)),
      'both processes know',
    );
  });

  test('is ready only once every issuer has been read, and goes on trying', async () => {
    let isUp = false;
    const revoked = newRevoked();
    const affiliate: RevokedSources['affiliate'] = async () => {
      if (!isUp) throw new Error('connect ECONNREFUSED');
      return [revoked];
    };
    const { revocations, check } = verifying(busOn(await newExchange()), { identity: async () => [], affiliate });
    await eventually(() => {
      try {
        check();
      } catch (error) {
        return (error as Error).message === 'revoked sessions not read yet: affiliate';
      }
      return false;
    }, 'identity is read');
    isUp = true;
    await eventually(() => revocations.isRevoked(revoked.id, NOW_SECONDS), 'affiliate is read');
    check();
  });

  test('reads snapshots while the broker is unreachable, and again after each connection', async () => {
    const line = await createBrokerLine();
    cleanups.push(line.close);
    const list = [newRevoked()];
    let reads = 0;
    const bus = busOn(await newExchange(), line.url);
    const { revocations, check } = verifying(bus, {
      identity: async () => {
        reads += 1;
        return [...list];
      },
    });
    await bus.connected();
    await eventually(() => list.every(({ id }) => revocations.isRevoked(id, NOW_SECONDS)), 'the first snapshot');
    check();

    line.cut();
    await eventually(() => !bus.isConnected(), 'the line is cut');
    list.push(newRevoked());
    await eventually(
      () => list.every(({ id }) => revocations.isRevoked(id, NOW_SECONDS)),
      'a snapshot without the broker',
      5_000,
    );

    const before = reads;
    list.push(newRevoked());
    line.restore();
    await bus.connected();
    await eventually(
      () => reads > before && list.every(({ id }) => revocations.isRevoked(id, NOW_SECONDS)),
      'a snapshot after the connection',
      5_000,
    );
  });

  test('leaves the durable queue of the same process its events', async () => {
    const exchange = await newExchange();
    const queue = `test-${randomUUID()}`;
    const bus = createBus({
      url: rabbitUrl(),
      logger,
      exchange,
      queues: { [queue]: ['subscriber.erased'] },
      retryDelaysMs: [],
    });
    const erased: string[] = [];
    bus.subscribe(queue, { 'subscriber.erased': async ({ data }) => void erased.push(data.id) });
    cleanups.push(async () => {
      await bus.stop();
      const connection = await connect(rabbitUrl());
      const channel = await connection.createChannel();
      for (const name of [queue, `${queue}.dead`]) await channel.deleteQueue(name);
      await connection.close();
    });
    const { revocations } = verifying(bus, { identity: async () => [] });
    await bus.connected();
    const [id, person] = [randomUUID(), randomUUID()];
    await (
      await publisherOn(exchange)
    )(id);
    await bus.publish(createEvent('subscriber.erased', { id: person }, 1));
    await eventually(() => revocations.isRevoked(id, NOW_SECONDS) && erased.length > 0, 'both have arrived');
    expect(erased).toEqual([person]);
  });
});

describe('revokedSessionsAt', () => {
  test('reads what an issuer publishes beside its key set, without what has expired', async () => {
    const database = await startKitDatabase();
    const app = express();
    issuerRoutes(app, { tokens: { jwks: { keys: [] } }, postgres: database.postgres });
    const server = await serve(app, { port: 0, host: '127.0.0.1' });
    cleanups.push(database.stop, () => server.close(0));
    const [current, expired] = [randomUUID(), randomUUID()];
    await database.postgres.query(
      "insert into revoked_sessions (session_id, expires_at) values ($1, now() + interval '1 hour'), ($2, now() - interval '1 second')",
      [current, expired],
    );
    const read = revokedSessionsAt(`http://127.0.0.1:${server.port}/.well-known/jwks.json`);
    const sessions = await read();
    expect(sessions).toEqual([{ id: current, expiresAt: expect.any(Number) }]);
    expect(Math.abs((sessions[0]?.expiresAt ?? 0) - Date.now() - HOUR_MS)).toBeLessThan(10_000);
  });

  test.each([
    ['an error', (response: express.Response) => response.status(500).end()],
    ['a redirect', (response: express.Response) => response.redirect('http://127.0.0.1:1/')],
    ['something else', (response: express.Response) => response.json({ sessions: [{ id: 1 }] })],
  ])('rejects %s', async (_what, result) => {
    const server = await serve(
      express().use((_request, response) => void result(response)),
      { port: 0, host: '127.0.0.1' },
    );
    cleanups.push(() => server.close(0));
    await expect(revokedSessionsAt(`http://127.0.0.1:${server.port}/.well-known/jwks.json`)()).rejects.toThrow();
  });
});
