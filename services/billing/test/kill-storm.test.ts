import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newDatabaseUrl } from 'testing/databases';
import { subscriberFacts } from 'testing/events';
import { checkoutOf, createHarness, DEFAULT_OFFER, DEFAULT_TELEGRAM, KEY, PUBLIC_URL } from './harness.ts';
import type { Harness } from './harness.ts';

/** KILL_STORM_POSTBACKS=10000 KILL_STORM_UPTIME_MS=2000 for the long run (docs/testing.md). */
const POSTBACKS = Number(process.env.KILL_STORM_POSTBACKS ?? 400);
/**
 * A process is killed after this uptime and this number of acknowledged postbacks, so that each makes progress on a slow machine
 * too.
 */
const UPTIME_MS = Number(process.env.KILL_STORM_UPTIME_MS ?? 0);
const ACKNOWLEDGED = 60;
const SENDERS = 50;
/** Number of payments of each subscriber: a first one and renewals. */
const PAYMENTS_EACH = 10;
const TIMEOUT_MS = 300_000 + POSTBACKS * 100;

const databaseUrl = newDatabaseUrl('billing');
let billing: Harness;
beforeAll(async () => {
  billing = await createHarness(databaseUrl);
});
const storms: ReturnType<typeof startStorm>[] = [];
afterAll(async () => {
  await Promise.allSettled(storms.map((storm) => storm.end()));
  await billing.close();
});

/** Starts billing on the database of the harness. Without a broker its events stay in the outbox. */
const startProcess = async (): Promise<{ child: ChildProcess; url: string }> => {
  const nowhere = 'http://127.0.0.1:9';
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      PORT: '0',
      MANAGEMENT_PORT: '0',
      DATABASE_URL: databaseUrl,
      RABBIT_URL: 'amqp://127.0.0.1:1',
      IDENTITY_JWKS_URL: nowhere,
      DEFAULT_OFFER_URL: DEFAULT_OFFER,
      PAYMENT_HOSTS: new URL(DEFAULT_OFFER).host,
      POSTBACK_KEYS: JSON.stringify({ sandbox: KEY }),
      PUBLIC_URL,
      DEFAULT_TELEGRAM_LINK: DEFAULT_TELEGRAM,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = Promise.withResolvers<number>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { msg, port: opened } = JSON.parse(line) as { msg: string; port: number };
    if (msg === 'listening') port.resolve(opened);
  });
  child.once('exit', (code) => port.reject(new Error(`billing ended with ${code}`)));
  return { child, url: `http://127.0.0.1:${await port.promise}` };
};

/** Starts billing again and again, and kills each process after its uptime. */
const startStorm = () => {
  let present = Promise.withResolvers<string>();
  let enough = Promise.withResolvers<void>();
  let acknowledged = 0;
  let isOver = false;
  let kills = 0;
  const run = async (): Promise<void> => {
    while (!isOver) {
      const { child, url } = await startProcess();
      const exit = once(child, 'exit');
      acknowledged = 0;
      enough = Promise.withResolvers();
      if (isOver) enough.resolve();
      present.resolve(url);
      await Promise.all([enough.promise, pause(isOver ? 0 : UPTIME_MS)]);
      present = Promise.withResolvers();
      child.kill('SIGKILL');
      await exit;
      kills += 1;
    }
  };
  const ended = run();
  return {
    /** Resolves with the address of the process that listens now, or next. */
    address: () => present.promise,
    /** Counts a postback with status 200. */
    acknowledge: (): void => {
      acknowledged += 1;
      if (acknowledged >= ACKNOWLEDGED) enough.resolve();
    },
    /** @returns the number of killed processes */
    end: async (): Promise<number> => {
      isOver = true;
      enough.resolve();
      await ended;
      return kills;
    },
    /** Rejects when the storm fails. */
    failure: ended,
  };
};

/** Creates signed checkouts, each for several payments. */
const newPostbacks = async (): Promise<Record<string, string>[]> => {
  const found: Record<string, string>[] = [];
  while (found.length < POSTBACKS) {
    const id = randomUUID();
    await billing.consume('subscriber.registered', subscriberFacts({ id }));
    const destination = await billing.checkouts.begin(id, 'default', async () => null, false);
    const sub4 = checkoutOf(destination.kind === 'partner' ? destination.url : undefined);
    for (let number = 0; number < PAYMENTS_EACH && found.length < POSTBACKS; number += 1)
      found.push({ key: KEY, sub4, transaction_id: `${id}-${number}`, event: number === 0 ? 'first' : 'renewal' });
  }
  return found;
};

test(
  'billing loses and doubles no postback while its process is killed again and again and the partner retries',
  async () => {
    const waiting = await newPostbacks();
    const transactions = new Set(waiting.map(({ transaction_id }) => transaction_id));
    const storm = startStorm();
    storms.push(storm);
    let attempts = 0;
    const send = async (): Promise<void> => {
      for (let postback = waiting.pop(); postback; postback = waiting.pop())
        for (let status = 0; status !== 200;) {
          const url = `${await storm.address()}/api/postbacks/sandbox?${new URLSearchParams(postback).toString()}`;
          attempts += 1;
          // After a reset connection the outcome is unknown, as after a 503: the partner retries.
          status = await fetch(url).then(
            (response) => response.status,
            () => 0,
          );
          if (status === 200) storm.acknowledge();
        }
    };
    await Promise.race([
      Promise.all(Array.from({ length: SENDERS }, send)),
      storm.failure.then(() => Promise.reject(new Error('the storm ended'))),
    ]);
    const kills = await storm.end();
    process.stdout.write(`${POSTBACKS} postbacks, ${attempts} attempts, ${kills} kills\n`);
    expect(kills).toBeGreaterThan(1);
    const { rows: entries } = await billing.query<{ id: string }>('select transaction_id as id from ledger');
    expect(entries).toHaveLength(POSTBACKS);
    expect(new Set(entries.map(({ id }) => id))).toEqual(transactions);
    const { rows: events } = await billing.query<{ count: number; distinct: number }>(
      `select count(*)::int as count, count(distinct event #>> '{data,id}')::int as distinct from outbox where event ->> 'name' = 'payment.recorded'`,
    );
    expect(events).toEqual([{ count: POSTBACKS, distinct: POSTBACKS }]);
    expect(await billing.ledgerCheck.check()).toEqual([]);
  },
  TIMEOUT_MS,
);
