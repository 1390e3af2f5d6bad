import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from 'service-kit/postgres';
import type { Queryable } from 'service-kit/postgres';
import { createLogger } from 'service-kit/logger';
import { startDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { MIGRATIONS } from '../src/migrations.ts';
import { createFigureCheck } from '../src/overview/figure-check.ts';
import { createOverviewRepository } from '../src/overview/overview.repository.ts';

const logger = createLogger('affiliate', 'silent');
let database: Database;
beforeAll(async () => {
  database = await startDatabase('affiliate', MIGRATIONS);
});
afterAll(() => database.stop());

/** Facts of some affiliates and models over 400 days, some of them credited to none, in two currencies. */
const addFacts = async (client: Queryable, count: number) => {
  await client.query(
    `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at)
     select gen_random_uuid(), case when n % 4 > 0 then md5('a' || n % 4)::uuid end, case when n % 7 > 0 then 'm-' || n % 7 else '' end, '', '',
       timestamptz '2026-03-10 22:30Z' - make_interval(hours => n * 9600 / $1) from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at)
     select gen_random_uuid()::text, gen_random_uuid(), case when n % 4 > 0 then md5('a' || n % 4)::uuid end,
       case when n % 10 = 0 then -200 else 500 end, case when n % 9 = 0 then 'USD' else 'EUR' end,
       case when n % 10 = 0 then 'refund' when n % 3 = 0 then 'renewal' else 'first' end, 'm-' || n % 7,
       timestamptz '2026-03-10 22:30Z' - make_interval(hours => n * 9600 / $1) from generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `insert into visits (day, affiliate_id, model_slug, source, visits, clicks)
     select date '2026-03-10' - n, case when n % 4 > 0 then md5('a' || n % 4)::uuid end, 'm-' || n % 7, 's' || n, n, n / 2 from generate_series(1, 300) n
     on conflict (day, affiliate_id, model_slug, source) do update set visits = visits.visits + 1`,
  );
};
const differences = () => createFigureCheck({ postgres: database.postgres, logger }).check();

test('follow every insertion, change and deletion of their facts, and differ from none', async () => {
  const { postgres } = database;
  await addFacts(postgres, 500);
  expect(await differences()).toEqual([]);
  await postgres.query("update payments set affiliate_id = md5('a2')::uuid where model_slug = 'm-3'");
  await postgres.query(
    'update registrations set affiliate_id = null, is_erased = true where affiliate_id = md5($1)::uuid',
    ['a1'],
  );
  await postgres.query(
    "update visits set visits = visits + 3, clicks = clicks + 1, source = source || 'x' where model_slug = 'm-1'",
  );
  await postgres.query("delete from payments where model_slug = 'm-2'");
  await addFacts(postgres, 30);
  expect(await differences()).toEqual([]);
});

test('are undone with the transaction of their fact', async () => {
  await expect(
    database.postgres.transaction(async (client) => {
      await addFacts(client, 10);
      throw new Error('later failure');
    }),
  ).rejects.toThrow('later failure');
  expect(await differences()).toEqual([]);
});

test('stay equal to their facts when the same rows change in many transactions at once', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      database.postgres.transaction(async (client) => {
        await client.query(
          `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at)
           values ($1, $2, null, 500, 'EUR', 'first', 'm-1', '2026-03-10T10:00:00Z') on conflict (id) do update set is_attributed = true`,
          [`same-${index % 20}`, randomUUID()],
        );
      }),
    ),
  );
  expect(await differences()).toEqual([]);
  const { rows } = await database.postgres.query("select count(*)::int as count from payments where id like 'same-%'");
  expect(rows).toEqual([{ count: 20 }]);
});

test('are the same for a period whether read as months or as days', async () => {
  const overviews = createOverviewRepository(database.postgres);
  for (const [from, to] of [
    ['2025-03-11', '2026-03-10'],
    ['2026-01-01', '2026-01-31'],
    ['2026-01-15', '2026-02-14'],
    ['2026-02-03', '2026-02-05'],
    ['2026-01-01', '2026-03-10'],
    ['2026-01-31', '2026-03-01'],
  ] as const) {
    const { rows } = await database.postgres.query<{ slug: string; registrations: number; revenue: number }>(
      `select model_slug as slug, sum(registrations)::bigint as registrations, coalesce(sum(revenue_cents) filter (where currency = 'EUR'), 0)::bigint as revenue
       from movements where model_slug <> '' and (at at time zone 'Europe/Paris')::date between $1 and $2 group by model_slug order by model_slug`,
      [from, to],
    );
    const models = await overviews.byModel(null, { from, to });
    expect(
      models
        .map(({ slug, registrations, revenue_cents: revenue }) => ({ slug, registrations, revenue }))
        .toSorted((a, b) => a.slug.localeCompare(b.slug)),
    ).toEqual(rows);
  }
});

test('name what differs', async () => {
  const { postgres } = database;
  await postgres.query(
    "update day_figures set revenue_cents = revenue_cents + 1 where day = '2026-03-01' and currency = 'EUR'",
  );
  const [difference, ...others] = await differences();
  expect(others).toEqual([]);
  expect(difference).toMatchObject({
    table: 'day_figures',
    rows: expect.arrayContaining([expect.objectContaining({ currency: 'EUR' })]),
  });
  await postgres.query(
    "update day_figures set revenue_cents = revenue_cents - 1 where day = '2026-03-01' and currency = 'EUR'",
  );
});

test('are made of the facts that are there at the migration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'affiliate-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '016');
  for (const name of before) await cp(new URL(name, MIGRATIONS), join(folder, name));
  const old = await startDatabase('affiliate', pathToFileURL(`${folder}/`));
  try {
    await addFacts(old.postgres, 100);
    await migrate(old.url, MIGRATIONS);
    const check = createFigureCheck({ postgres: old.postgres, logger });
    expect(await check.check()).toEqual([]);
    await addFacts(old.postgres, 10);
    expect(await check.check()).toEqual([]);
    const { rows } = await old.postgres.query('select sum(registrations)::int as count from day_figures');
    expect(rows).toEqual([{ count: 110 }]);
  } finally {
    await Promise.all([old.stop(), rm(folder, { recursive: true })]);
  }
});
