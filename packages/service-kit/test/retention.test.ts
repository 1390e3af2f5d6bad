import { randomUUID } from 'node:crypto';
import type { Event } from 'contracts/events';
import { createEventService } from 'service-kit/event-service';
import { INBOX_EXPIRY } from 'service-kit/inbox';
import { createLogger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { createRetention } from 'service-kit/retention';
import { createMetrics } from 'service-kit/telemetry';
import { startKitDatabase } from 'testing/databases';
import { eventually } from 'testing/eventually';

let database: Awaited<ReturnType<typeof startKitDatabase>>;
const cleanups: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await startKitDatabase();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.stop();
});

const OLD = 2_500;
const fillInbox = () =>
  database.postgres.query(
    `insert into inbox (event_id, received_at) select gen_random_uuid(), now() - interval '40 days' from generate_series(1, ${OLD})
     union all select gen_random_uuid(), now()`,
  );
const inboxLength = async () =>
  (await database.postgres.query<{ count: number }>('select count(*) as count from inbox')).rows[0]?.count;
const startRetention = (lines: string[] = []) => {
  const worker = createRetention({
    name: 'retention',
    expiries: [{ table: 'no_such_table', where: 'true' }, INBOX_EXPIRY],
    postgres: database.postgres,
    logger: createLogger('retention-test', 'debug', { write: (line: string) => void lines.push(line) }),
  });
  worker.start();
  cleanups.push(worker.stop);
};

test('the retention deletes what has expired in batches, whatever becomes of other tables, and nothing else', async () => {
  await fillInbox();
  const lines: string[] = [];
  startRetention(lines);
  await eventually(async () => (await inboxLength()) === 1, 'the expired rows to be deleted');
  expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(
    expect.objectContaining({ table: 'no_such_table', msg: 'expired rows were not deleted' }),
  );
});

test('the retention does not wait for rows that another transaction uses', async () => {
  await fillInbox();
  await database.postgres.transaction(async (client) => {
    await client.query("select from inbox where received_at < now() - interval '30 days' limit 10 for update");
    startRetention();
    await eventually(async () => (await inboxLength()) === 11, 'all but the locked rows');
  });
});

test('the outbox publishes events while the cleanup of a large inbox fails', async () => {
  const { postgres } = database;
  await fillInbox();
  // Fails as a statement does that exceeds its timeout.
  await postgres.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'canceling statement due to statement timeout'; end $$;
    create trigger fail before delete on inbox execute function fail()`);
  const published: Event[] = [];
  const lines: string[] = [];
  const bus = {
    subscribe: () => undefined,
    start: () => undefined,
    stop: async () => undefined,
    publish: async (event: Event) => void published.push(event),
  };
  const service = createEventService({
    name: 'retention-test',
    app: { readiness: {}, listeners: {} },
    bus,
    tokens: { worker: { start: () => undefined, stop: async () => undefined }, readiness: {} },
    postgres,
    logger: createLogger('retention-test', 'debug', { write: (line: string) => void lines.push(line) }),
    metrics: createMetrics('retention-test'),
  });
  for (const worker of service.workers ?? []) worker.start();
  cleanups.push(async () => {
    for (const worker of service.workers ?? []) await worker.stop();
  });
  await eventually(() => lines.some((line) => line.includes('expired rows were not deleted')), 'the failure');
  const event = createEvent('subscriber.erased', { id: randomUUID() }, 1);
  await postgres.transaction((client) => saveEvents(client, event));
  await eventually(() => published.length === 1, 'the event');
  expect(published).toEqual([event]);
  expect(await inboxLength()).toBe(OLD + 1);
});
