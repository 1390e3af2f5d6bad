import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from 'service-kit/migrate';
import { newDatabaseUrl } from 'testing/databases';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

/** Migrations of the version before the fold of the ledger. */
const FORMER = ['001', '002', '003'];
const url = newDatabaseUrl('billing');
const [revoked, open, pending] = [randomUUID(), randomUUID(), randomUUID()];
const [affiliateId, modelId] = [randomUUID(), randomUUID()];
let billing: Harness;

const addHistory = async (client: pg.Client): Promise<void> => {
  await client.query(
    `insert into affiliates (id, slug, base_url, source_id, telegram_link, revision) values ($1, 'aff-one', '', '', '', 1)`,
    [affiliateId],
  );
  await client.query(
    `insert into models (id, slug, previous_slugs, affiliate_id, base_url, source_id, telegram_link, revision) values ($1, 'nina', '{}', $2, '', '', '', 1)`,
    [modelId, affiliateId],
  );
  const add = async (subscriberId: string, affiliate: string) => {
    await client.query(
      `insert into subscribers (id, email, first_name, last_name, click_id, affiliate, pixel_id, model_slug, revision, model_id) values ($1::uuid, $1::text || '@example.org', 'A', 'B', '', $2, '', 'nina', 1, $3)`,
      [subscriberId, affiliate, modelId],
    );
  };
  const move = async (
    subscriberId: string,
    transactionId: string,
    event: string,
    daysAgo: number,
    cents: number,
    original = '',
  ) => {
    const id = randomUUID();
    await client.query(
      `insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, verdict, received_at)
       values ($1, 'sandbox', $2, $3, '', $4, $5, 'EUR', 'recorded', now() - make_interval(days => $6))`,
      [id, transactionId, event, original, Math.abs(cents), daysAgo],
    );
    await client.query(
      `insert into ledger (id, postback_id, subscriber_id, kind, amount_cents, currency, affiliate, model_slug, recorded_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 'EUR', 'aff-one', 'nina', now() - make_interval(days => $5))`,
      [id, subscriberId, event, cents, daysAgo],
    );
  };
  await add(revoked, 'aff-one');
  await move(revoked, 'R-1', 'first', 40, 200);
  await move(revoked, 'R-2', 'renewal', 10, 500, 'R-1');
  await move(revoked, 'R-3', 'chargeback', 5, -200, 'R-1');
  await client.query(`insert into subscriptions (subscriber_id, state, revision) values ($1, 'revoked', 3)`, [revoked]);
  await add(open, '');
  await move(open, 'O-1', 'first', 3, 200);
  await client.query(
    `insert into subscriptions (subscriber_id, state, paid_until, revision) values ($1, 'active', now() + interval '25 days', 1)`,
    [open],
  );
  await client.query('insert into subscriptions (subscriber_id) values ($1)', [pending]);
};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'billing-migrations-'));
  const migrations = new URL('../migrations/', import.meta.url);
  for (const name of (await readdir(migrations)).filter((file) => FORMER.some((number) => file.startsWith(number))))
    await cp(new URL(name, migrations), join(folder, name));
  await migrate(url, pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await addHistory(client);
  await client.end();
  billing = await createHarness(url);
});
afterAll(() => billing.close());

describe('migrations of a database in the field', () => {
  test('have the sweep open what a refund of another payment had revoked, once', async () => {
    expect(await billing.subscriptions.sweep()).toBe(3);
    expect(await billing.subscriptions.sweep()).toBe(0);
    const { rows } = await billing.postgres.query<{ state: string }>(
      'select state from subscriptions where subscriber_id = any($1) order by array_position($1, subscriber_id)',
      [[revoked, open, pending]],
    );
    expect(rows.map(({ state }) => state)).toEqual(['active', 'active', 'pending']);
    expect((await billing.events(revoked)).map(({ name, revision }) => [name, revision])).toEqual([
      ['subscription.activated', 4],
    ]);
  });

  test('give subscribers and entries the affiliate’s id, by its slug or the model’s owner', async () => {
    const { rows: subscribers } = await billing.postgres.query(
      'select distinct affiliate_id, attribution_reason from subscribers',
    );
    expect(subscribers).toEqual([{ affiliate_id: affiliateId, attribution_reason: null }]);
    const { rows: entries } = await billing.postgres.query('select distinct affiliate_id, is_attributed from ledger');
    expect(entries).toEqual([{ affiliate_id: affiliateId, is_attributed: false }]);
  });
});
