import { randomUUID } from 'node:crypto';
import { createEvent } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import { startDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { mostRowsRead, sequentialScans } from 'testing/query-plans';
import { createCreditRepository } from '../src/credits/credit.repository.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { createDeliveryRepository } from '../src/outgoing-postbacks/delivery.repository.ts';
import { createLatestRepository } from '../src/overview/latest.repository.ts';
import { createOverviewRepository } from '../src/overview/overview.repository.ts';
import { createPayoutRepository } from '../src/payouts/payout.repository.ts';

const MODELS = 100_000;
const DAY = '2026-03-10';

let database: Database;
beforeAll(async () => {
  database = await startDatabase('affiliate', MIGRATIONS);
  const { postgres } = database;
  await postgres.query(
    `insert into affiliates (id, name, slug, password_hash, password_length, adexico_base_url, adexico_source_id, email_from_name, email_from_email, telegram_link, is_active, is_suspended)
     select md5('affiliate ' || n)::uuid, 'Affilié ' || n, 'affilie-' || n, '', 8, '', '', '', '', '', true, false from generate_series(1, 10000) n`,
  );
  await postgres.query(
    `insert into models (id, slug, affiliate_id, revision, is_deleted, name, previous_slugs)
     select gen_random_uuid(), 'model-' || n, md5('affiliate ' || n % 10000 + 1)::uuid, 1, n % 50 = 0, 'Modèle ' || n,
       case when n % 10 = 1 and n < 1000 then array['former-' || n] else '{}' end
     from generate_series(1, ${MODELS}) n`,
  );
  await postgres.query(
    `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at)
     select gen_random_uuid(), md5('affiliate ' || n % 10000 + 1)::uuid, case when n % 3 = 0 then 'former-' || n * 10 + 1 else 'model-' || n end, '', '',
       timestamptz '${DAY} 12:00Z' - make_interval(days => n) from generate_series(0, 99) n`,
  );
  for (const table of ['affiliates', 'models', 'registrations', 'payments']) await postgres.query(`analyze ${table}`);
});
afterAll(() => database.stop());

/** The repository within the transaction of a client whose plans are read. */
const overviewsOf = ({ query }: Queryable) =>
  createOverviewRepository({ query, transaction: (work) => work({ query }) });

const idOf = async (affiliate: number): Promise<string> =>
  (await database.postgres.query<{ id: string }>(`select md5('affiliate ' || $1::int)::uuid as id`, [affiliate]))
    .rows[0]?.id ?? '';

test('an index finds the model of a registration by its present or former slug among 100,000', async () => {
  const scans = await sequentialScans(database.postgres, async (client) => {
    const models = await overviewsOf(client).byModel(null, { from: '2026-01-01', to: DAY });
    expect(models.map(({ slug }) => slug)).toContain('model-31');
  });
  expect(scans).not.toContain('models');
});

describe('the models of a year', () => {
  const RANKED = 2_000;
  const OWN = 200;
  const YEAR = { from: '2024-01-01', to: '2024-12-31' };
  let affiliateId: string;

  beforeAll(async () => {
    const { postgres } = database;
    affiliateId = await idOf(1);
    // Of each model in each month of three years: what is paid, and what has no amount; each tenth is one affiliate's.
    await postgres.query(
      `insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, revenue_cents)
       select 'month', month, case when n % 10 = 0 then $1::uuid end, 'model-' || n, currency, (currency is null)::int, (currency is not null)::int, case when currency is not null then 200 + n else 0 end
       from generate_series(1, ${RANKED}) n, generate_series(date '2023-01-01', date '2025-12-01', interval '1 month') month, unnest(array[null, 'EUR']) currency`,
      [affiliateId],
    );
    await postgres.query('select rank_months()');
    for (const table of ['model_figures', 'model_ranks']) await postgres.query(`analyze ${table}`);
  });

  test('are ranked by a row a month, and only the figures of those that are listed are read', async () => {
    let first: string | undefined;
    const run = async (client: Queryable) => {
      first = (await overviewsOf(client).byModel(null, YEAR))[0]?.slug;
    };
    expect(await mostRowsRead(database.postgres, run)).toBe(12 * RANKED);
    expect(first).toBe(`model-${RANKED}`);
    expect(await sequentialScans(database.postgres, run)).not.toContain('model_figures');
  });

  test('are those of one affiliate alone where its own are requested', async () => {
    const run = (client: Queryable) => overviewsOf(client).byModel(affiliateId, YEAR);
    expect(await mostRowsRead(database.postgres, run)).toBeLessThanOrEqual(2 * 12 * OWN);
    const scans = await sequentialScans(database.postgres, run);
    expect(scans.filter((table) => ['model_figures', 'model_ranks'].includes(table))).toEqual([]);
  });
});

test('an index names the models of the latest events among 100,000, deleted ones too', async () => {
  const scans = await sequentialScans(database.postgres, async (client) =>
    expect(await createLatestRepository(client, Date.now).newest(null)).toHaveLength(12),
  );
  expect(scans).not.toContain('models');
});

test('an index finds the affiliate of a payment of a former version among 10,000 affiliates and 100,000 models', async () => {
  const credited = await database.postgres.transaction(async (client) => {
    const id = randomUUID();
    const scans = await sequentialScans(client, async (explained) => {
      const { data, occurredAt } = createEvent(
        'payment.recorded',
        {
          id,
          subscriberId: randomUUID(),
          amountCents: 200,
          currency: 'EUR',
          kind: 'first',
          affiliate: 'affilie-1',
          modelSlug: 'model-77',
        },
        1,
      );
      await createCreditRepository().addPayment(explained, data, occurredAt);
    });
    // A table of a hundred registrations is read faster without an index.
    expect(scans.filter((table) => ['models', 'affiliates'].includes(table))).toEqual([]);
    const { rows } = await client.query(
      'select a.slug from payments p join affiliates a on a.id = p.affiliate_id where p.id = $1',
      [id],
    );
    return rows;
  });
  expect(credited).toEqual([{ slug: 'affilie-1' }]);
});

describe('the sum of due commissions', () => {
  const ENTRIES = 100_000;
  const INSERTED_AT_ONCE = 5_000;
  const DUE_ENTRIES = 1_000;

  beforeAll(async () => {
    const { postgres } = database;
    for (let first = 1; first <= ENTRIES; first += INSERTED_AT_ONCE)
      await postgres.query(
        `insert into commission_entries (id, affiliate_id, kind, payment_id, cause_id, amount_cents, currency, occurred_at, available_at)
         select md5('entry ' || n)::uuid, md5('affiliate ' || n % 100 + 1)::uuid, 'commission', 'p' || n, 'p' || n, n % 97 + 1, 'EUR', at, at
         from generate_series($1::int, $1::int + ${INSERTED_AT_ONCE - 1}) n, lateral (select now() - make_interval(mins => n) as at) t`,
        [first],
      );
    await postgres.query(
      `with batch as (insert into payout_batches (paid_at, reference) values (now(), 'VIR') returning id),
       statement as (
         insert into payout_statements (batch_id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents)
         select id, md5('affiliate 1')::uuid, '', '', 'EUR', 1 from batch returning id)
       insert into payout_statement_entries (statement_id, entry_id)
       select id, md5('entry ' || n)::uuid from statement, generate_series(${DUE_ENTRIES + 1}, ${ENTRIES}) n`,
    );
    for (const table of ['commission_entries', 'payout_statement_entries', 'unpaid_commissions'])
      await postgres.query(`analyze ${table}`);
  });

  test('is read among 100,000 entries without those that were paid, to the cent', async () => {
    let sums: number[] = [];
    const scans = await sequentialScans(database.postgres, async (client) => {
      sums = (await createPayoutRepository().due(client)).map(({ amountCents, entryIds }) => {
        expect(entryIds).toHaveLength(DUE_ENTRIES / 100);
        return amountCents;
      });
    });
    expect(scans.filter((table) => table === 'commission_entries' || table === 'payout_statement_entries')).toEqual([]);
    const { rows } = await database.postgres.query<{ cents: number }>(
      `select sum(n % 97 + 1)::int as cents from generate_series(1, ${DUE_ENTRIES}) n`,
    );
    expect(sums).toHaveLength(100);
    expect(sums.reduce((total, cents) => total + cents, 0)).toBe(rows[0]?.cents);
  });
});

test('a lease finds what is due without reading the 50,000 of one dead server', async () => {
  const { postgres } = database;
  await postgres.query(
    `insert into outgoing_endpoints (affiliate_id, url, method, events, is_enabled, secret)
     select md5('affiliate ' || n)::uuid, 'https://tracker.example/', 'POST', '{}', n <> 5, '' from generate_series(1, 5) n`,
  );
  await postgres.query('update affiliates set is_suspended = true, is_active = false where id = $1', [await idOf(4)]);
  await postgres.query(
    `insert into outgoing_deliveries (affiliate_id, event, fact, occurred_at, due_at)
     select md5('affiliate ' || case when n > 50000 then n - 49999 else 1 end)::uuid, 'test', n::text, now(), now() - make_interval(secs => n)
     from generate_series(1, 50004) n`,
  );
  await postgres.query('analyze outgoing_deliveries');
  const dead = await idOf(1);
  let leased: string[] = [];
  const read = await mostRowsRead(postgres, async (client) => {
    leased = (await createDeliveryRepository(client).lease(16, [{ affiliateId: dead }])).map(
      ({ affiliateId }) => affiliateId,
    );
  });
  expect(leased.toSorted()).toEqual([dead, await idOf(2), await idOf(3)].toSorted());
  expect(read).toBeLessThan(10_001);
});
