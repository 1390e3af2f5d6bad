import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { Event } from 'contracts/events';
import pg from 'pg';
import { UnroutableMessage } from '../src/broker-connection.ts';
import { createBus } from '../src/bus.ts';
import { idempotent, idempotentInBatches } from '../src/inbox.ts';
import { createLogger } from '../src/logger.ts';
import { createEvent, createOutboxRelay, saveEvents } from '../src/outbox.ts';
import { KIT_MIGRATIONS } from '../src/kit-migrations.ts';
import { createPostgres, wakeAfterCommit } from '../src/postgres.ts';
import type { Queryable } from '../src/postgres.ts';
import { deadQueue, retryQueue } from '../src/queues.ts';
import { currentContext, SYSTEM, withContext } from '../src/request-context.ts';
import { createMetrics } from '../src/telemetry.ts';
import { createBrokerLine, rabbitUrl } from 'testing/broker-line';
import { eventually } from 'testing/eventually';

const logger = createLogger('outbox-test', 'silent');
const erased = (revision = 1) => createEvent('subscriber.erased', { id: randomUUID() }, revision);

const createDatabase = async () => {
  const server = process.env.POSTGRES_URL;
  if (!server) throw new Error('POSTGRES_URL is missing');
  const name = `kit_test_${randomUUID().replaceAll('-', '')}`;
  const asOwner = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await asOwner(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const postgres = createPostgres({ url: url.href, logger });
  for (const { sql } of KIT_MIGRATIONS) await postgres.query(sql);
  return {
    postgres,
    waiting: async () =>
      (await postgres.query<{ count: number }>('select count(*) as count from outbox')).rows[0]?.count ?? 0,
    close: async () => {
      await postgres.close();
      await asOwner(`drop database ${name} with (force)`);
    },
  };
};

let database: Awaited<ReturnType<typeof createDatabase>>;
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.close();
});

/** Creates a relay that publishes through the given function. */
const relayTo = (publish: (event: Event) => Promise<void>) => {
  const metrics = createMetrics('outbox-test');
  const relay = createOutboxRelay({ postgres: database.postgres, bus: { publish }, logger, metrics });
  relay.start();
  cleanups.push(relay.stop);
  return { relay, metrics };
};

/** Creates a real bus whose connection can be cut, with one queue that stores what it receives. */
const createCuttableBus = async () => {
  const line = await createBrokerLine();
  const name = `test-${randomUUID()}`;
  const received: Event[] = [];
  const bus = createBus({
    url: line.url,
    logger,
    exchange: name,
    queues: { [name]: ['subscriber.erased'] },
    retryDelaysMs: [20],
  });
  bus.subscribe(name, { 'subscriber.erased': async (event) => void received.push(event) }, { prefetch: 1 });
  bus.start();
  await bus.connected();
  cleanups.push(line.close, async () => {
    await bus.stop();
    const connection = await connect(rabbitUrl());
    const channel = await connection.createChannel();
    for (const queue of [name, deadQueue(name), retryQueue(name, 20)]) await channel.deleteQueue(queue);
    await channel.deleteExchange(name);
    await connection.close();
  });
  return { bus, line, received };
};

describe('the outbox', () => {
  test('publishes the events of a committed transaction at once and removes them from the outbox', async () => {
    const published: Event[] = [];
    relayTo(async (event) => void published.push(event));
    const events = [erased(1), erased(2)];
    await database.postgres.transaction((client) => saveEvents(client, ...events));
    await eventually(() => published.length === 2, 'both events');
    expect(published).toEqual(events);
    await eventually(async () => (await database.waiting()) === 0, 'an empty outbox');
  });

  test('publishes before it stops what was committed just before', async () => {
    const published: Event[] = [];
    const { relay } = relayTo(async (event) => void published.push(event));
    const stored = erased();
    await database.postgres.transaction((client) => saveEvents(client, stored));
    await relay.stop();
    expect(published).toEqual([stored]);
  });

  test('never publishes the events of a transaction that rolls back', async () => {
    const published: string[] = [];
    relayTo(async ({ id }) => void published.push(id));
    await expect(
      database.postgres.transaction(async (client) => {
        await saveEvents(client, erased());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const stored = erased();
    await database.postgres.transaction((client) => saveEvents(client, stored));
    await eventually(() => published.length > 0, 'the retained event');
    expect(published).toEqual([stored.id]);
  });

  test('saves all events of a transaction by one statement, in their order', async () => {
    const { postgres } = database;
    await postgres.query('create table insertions (count integer)');
    await postgres.query(
      `create function note_insertion() returns trigger language plpgsql as
       $$ begin insert into insertions select count(*) from added; return null; end $$`,
    );
    await postgres.query(
      'create trigger noted after insert on outbox referencing new table as added for each statement execute function note_insertion()',
    );
    const events = [erased(1), erased(2), erased(3)] as const;
    await postgres.transaction(async (client) => {
      await saveEvents(client, events[0]);
      await saveEvents(client, events[1], events[2]);
    });
    expect((await postgres.query('select count from insertions')).rows).toEqual([{ count: 3 }]);
    expect((await postgres.query('select event from outbox order by sequence')).rows).toEqual(
      events.map((event) => ({ event })),
    );
  });

  test('wakes the workers of a queue after the commits that have added to it, and after no others', async () => {
    const { postgres } = database;
    const woken: string[] = [];
    for (const worker of ['relay', 'other relay']) postgres.commitsTo('outbox')(() => woken.push(worker));
    postgres.commitsTo('mails')(() => woken.push('mails'));
    await postgres.transaction((client) => client.query('select from outbox'));
    await postgres.transaction((client) => saveEvents(client));
    await expect(
      postgres.transaction(async (client) => {
        await saveEvents(client, erased());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(woken).toEqual([]);
    await postgres.transaction(async (client) => {
      await saveEvents(client, erased());
      await saveEvents(client, erased());
      expect(woken).toEqual([]);
    });
    expect(woken).toEqual(['relay', 'other relay']);
    // Outside a transaction there is no commit to follow.
    wakeAfterCommit(postgres, 'outbox');
    expect(woken).toEqual(['relay', 'other relay']);
  });

  test('keeps an event whose publication fails, and publishes it later', async () => {
    let failures = 2;
    const published: string[] = [];
    relayTo(async ({ id }) => {
      if (failures-- > 0) throw new Error('no connection to the broker');
      published.push(id);
    });
    const event = erased();
    await database.postgres.transaction((client) => saveEvents(client, event));
    await eventually(() => published.length > 0, 'the event');
    expect(published).toEqual([event.id]);
    await eventually(async () => (await database.waiting()) === 0, 'an empty outbox');
  });

  test('publishes what follows an event that the broker always rejects, and keeps that one with the reason', async () => {
    const published: string[] = [];
    const [poison, ...events] = Array.from({ length: 300 }, () => erased());
    await database.postgres.transaction((client) => saveEvents(client, poison as Event, ...events));
    const { metrics } = relayTo(async ({ id }) => {
      if (id === poison?.id) throw new Error('not acceptable');
      published.push(id);
    });
    await eventually(() => published.length >= events.length, 'all others');
    expect([...published].sort()).toEqual(events.map(({ id }) => id).sort());
    await eventually(async () => (await metrics.outboxFailures.get()).values[0]?.value === 1, 'the metric');
    await eventually(async () => (await database.waiting()) === 1, 'the removal of the others');
    const { rows } = await database.postgres.query('select event, failure from outbox');
    expect(rows).toEqual([{ event: poison, failure: 'not acceptable' }]);
  });

  test('finds the event that makes the broker close the channel, and so fails its whole batch', async () => {
    const events = Array.from({ length: 6 }, () => erased());
    const [poison] = events.slice(3, 4);
    await database.postgres.transaction((client) => saveEvents(client, ...events));
    const published: string[] = [];
    let batch: Event[] = [];
    relayTo(async (event) => {
      const present = batch;
      present.push(event);
      await Promise.resolve();
      batch = [];
      if (present.some(({ id }) => id === poison?.id)) throw new Error('closed');
      published.push(event.id);
    });
    await eventually(() => published.length >= events.length - 1, 'all others');
    const others = events.filter((event) => event !== poison).map(({ id }) => id);
    expect([...published].sort()).toEqual(others.sort());
    await eventually(async () => (await database.waiting()) === 1, 'the removal of the others');
  });

  test('sets a whole batch apart that reaches no queue, and publishes what follows', async () => {
    const events = Array.from({ length: 100 }, () => erased());
    const unroutable = new Set(events.map(({ id }) => id));
    const published: string[] = [];
    await database.postgres.transaction((client) => saveEvents(client, ...events));
    relayTo(async ({ id, name }) => {
      if (unroutable.has(id)) throw new UnroutableMessage(name);
      published.push(id);
    });
    const other = erased();
    await database.postgres.transaction((client) => saveEvents(client, other));
    await eventually(() => published.length > 0, 'the other');
    expect(published).toEqual([other.id]);
    await eventually(async () => (await database.waiting()) === events.length, 'the removal of the other');
  });

  test('publishes an event that was set apart once the broker accepts it', async () => {
    let isRejected = true;
    const published: string[] = [];
    const events = [erased(), erased()];
    await database.postgres.transaction((client) => saveEvents(client, ...events));
    relayTo(async ({ id }) => {
      if (isRejected && id === events[0]?.id) throw new Error('not acceptable');
      published.push(id);
    });
    await eventually(() => published.length === 1, 'the other');
    isRejected = false;
    await eventually(() => published.length === 2, 'the rejected one');
    await eventually(async () => (await database.waiting()) === 0, 'an empty outbox');
  });

  test('publishes each event once with two relays on one outbox', async () => {
    const published: string[] = [];
    const publish = async ({ id }: Event) => void published.push(id);
    relayTo(publish);
    relayTo(publish);
    const events = Array.from({ length: 300 }, () => erased());
    for (const event of events) await database.postgres.transaction((client) => saveEvents(client, event));
    await eventually(async () => (await database.waiting()) === 0, 'an empty outbox');
    expect([...published].sort()).toEqual(events.map(({ id }) => id).sort());
  });

  test('retains events while the broker is unavailable, and publishes them in order afterwards', async () => {
    const { bus, line, received } = await createCuttableBus();
    relayTo(bus.publish);
    line.cut();
    await eventually(() => !bus.isConnected(), 'the break to be noticed');
    const events = Array.from({ length: 20 }, (_, index) => erased(index + 1));
    for (const event of events) await database.postgres.transaction((client) => saveEvents(client, event));
    expect(await database.waiting()).toBe(events.length);
    expect(received).toEqual([]);
    line.restore();
    await eventually(() => received.length >= events.length, 'all events');
    expect(received).toEqual(events);
    await eventually(async () => (await database.waiting()) === 0, 'an empty outbox');
  });

  test('adds the actor and the trace of the request to its event', () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const event = withContext({ requestId: 'r', traceparent, actor: { role: 'administrator', id: 'x' } }, () =>
      erased(),
    );
    expect(event.actor).toEqual({ role: 'administrator', id: 'x' });
    expect(event.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!${'b'.repeat(16)})`));
    expect(erased().actor).toEqual({ role: 'system', id: null });
  });
});

describe('idempotent', () => {
  const listener = () =>
    idempotent(database.postgres)<'subscriber.erased'>((client) => client.query('insert into effects values (1)'));
  const effects = async () => (await database.postgres.query('select * from effects')).rowCount;
  beforeEach(() => database.postgres.query('create table effects (one integer)'));

  test('applies the effect of an event once, also when it is delivered several times at the same moment', async () => {
    const event = erased();
    await Promise.all([listener()(event), listener()(event), listener()(event)]);
    await listener()(event);
    expect(await effects()).toBe(1);
  });

  test('applies the effect on the next delivery when the first one failed', async () => {
    const event = erased();
    const failing = idempotent(database.postgres)<'subscriber.erased'>(() => Promise.reject(new Error('no')));
    await expect(failing(event)).rejects.toThrow('no');
    await listener()(event);
    expect(await effects()).toBe(1);
  });

  test('repeats an effect that the server ended because of a deadlock', async () => {
    await database.postgres.query('create table sums (id integer primary key, total integer)');
    await database.postgres.query('insert into sums values (1, 0), (2, 0)');
    const holders = { 1: Promise.withResolvers<void>(), 2: Promise.withResolvers<void>() };
    const isHeld = Promise.all([holders[1].promise, holders[2].promise]);
    const adding = (first: 1 | 2, second: 1 | 2) =>
      idempotent(database.postgres)<'subscriber.erased'>(async (client) => {
        await client.query('update sums set total = total + 1 where id = $1', [first]);
        holders[first].resolve();
        await isHeld;
        await client.query('update sums set total = total + 1 where id = $1', [second]);
      });
    await Promise.all([adding(1, 2)(erased()), adding(2, 1)(erased())]);
    expect((await database.postgres.query('select total from sums')).rows).toEqual([{ total: 2 }, { total: 2 }]);
  });
});

describe('idempotent in batches', () => {
  const effects = async () =>
    (await database.postgres.query<{ id: string; xid: string }>('select id, xid from batched order by number')).rows;
  beforeEach(() =>
    database.postgres.query(
      'create table batched (number serial, id text, xid text default pg_current_xact_id()::text)',
    ),
  );
  const add = (client: Queryable, id: string) => client.query('insert into batched (id) values ($1)', [id]);
  const batched = () =>
    idempotentInBatches(database.postgres)<'subscriber.erased'>((client, { data }) => add(client, data.id));

  test('applies events that are delivered together in one transaction, in their order, and each once', async () => {
    const events = Array.from({ length: 5 }, () => erased());
    const handle = batched();
    await Promise.all([...events, ...events].map(handle));
    await Promise.all(events.map(handle));
    const applied = await effects();
    expect(applied.map(({ id }) => id)).toEqual(events.map(({ data }) => data.id));
    expect(new Set(applied.map(({ xid }) => xid)).size).toBe(1);
  });

  test('applies the other events of a batch when one fails, and that one on its next delivery', async () => {
    const [failing, ...others] = Array.from({ length: 4 }, () => erased()) as [Event<'subscriber.erased'>];
    let isFailing = true;
    const handle = idempotentInBatches(database.postgres)<'subscriber.erased'>(async (client, { id, data }) => {
      await add(client, data.id);
      if (isFailing && id === failing.id) throw new Error('no');
    });
    const outcomes = await Promise.allSettled([failing, ...others].map(handle));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...others.map(() => 'fulfilled')]);
    isFailing = false;
    await handle(failing);
    expect((await effects()).map(({ id }) => id).sort()).toEqual(
      [failing, ...others].map(({ data }) => data.id).sort(),
    );
  });

  test('applies each event in its own context', async () => {
    const requestIds: (string | undefined)[] = [];
    const handle = idempotentInBatches(database.postgres)<'subscriber.erased'>(
      async () => void requestIds.push(currentContext()?.requestId),
    );
    await Promise.all(
      ['one', 'two'].map((requestId) =>
        withContext({ requestId, traceparent: '', actor: SYSTEM }, () => handle(erased())),
      ),
    );
    expect(requestIds).toEqual(['one', 'two']);
  });

  test('begins each batch in the context of one of its events', async () => {
    const requestIds: (string | undefined)[] = [];
    const transaction: typeof database.postgres.transaction = (work) => {
      requestIds.push(currentContext()?.requestId);
      return database.postgres.transaction(work);
    };
    let next: Promise<void> | undefined;
    const inRequest = (requestId: string) =>
      withContext({ requestId, traceparent: '', actor: SYSTEM }, () => handle(erased()));
    const handle = idempotentInBatches({ transaction })<'subscriber.erased'>(
      async () => void (next ??= inRequest('two')),
    );
    await inRequest('one');
    await next;
    expect(requestIds).toEqual(['one', 'two']);
  });

  test('applies the events of other entities while a replica hangs in the middle of a batch', async () => {
    const resumed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const hangingReplica = idempotentInBatches(database.postgres)<'subscriber.erased'>(async (client, { data }) => {
      await add(client, data.id);
      begun.resolve();
      await resumed.promise;
    });
    const handle = batched();
    const [hanging, ...others] = Array.from({ length: 4 }, () => erased()) as [Event<'subscriber.erased'>];
    const hung = hangingReplica(hanging);
    await begun.promise;
    // The broker delivers it again, and the batch that it is in fails.
    const redelivered = handle(hanging);
    await Promise.all(others.map(handle));
    await handle(erased());
    resumed.resolve();
    await Promise.all([hung, redelivered]);
    expect((await effects()).map(({ id }) => id).filter((id) => id === hanging.data.id)).toHaveLength(1);
  });

  test('applies events of two replicas that lock the same rows in opposite orders', async () => {
    const ids = [randomUUID(), randomUUID()];
    await database.postgres.query('create table sums (id text primary key, total integer default 0)');
    await database.postgres.query('insert into sums select unnest($1::text[])', [ids]);
    const replica = () =>
      idempotentInBatches(database.postgres)<'subscriber.erased'>((client, { data }) =>
        client.query('update sums set total = total + 1 where id = $1', [data.id]),
      );
    const eventsOf = (order: string[]) => order.map((id) => createEvent('subscriber.erased', { id }, 1));
    await Promise.all([eventsOf(ids).map(replica()), eventsOf(ids.toReversed()).map(replica())].flat());
    expect((await database.postgres.query('select total from sums')).rows).toEqual([{ total: 2 }, { total: 2 }]);
  });
});
