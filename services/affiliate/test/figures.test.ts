import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from 'service-kit/migrate';
import type { Queryable } from 'service-kit/postgres';
import { createLogger } from 'service-kit/logger';
import { startDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { eventually } from 'testing/eventually';
import { createBalanceRepository } from '../src/commissions/balance.repository.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { createFigureCheck } from '../src/overview/figure-check.ts';
import { createOverviewRepository } from '../src/overview/overview.repository.ts';

const logger = createLogger('affiliate', 'silent');
let database: Database;
beforeAll(async () => {
  database = await startDatabase('affiliate', MIGRATIONS);
});
afterAll(() => database.stop());

/** Inserts data of several affiliates and models over 400 days, some without an affiliate, in two currencies. */
const addFacts = async (client: Queryable, count: number) => {
  await client.query(
    `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at)
     select gen_random_uuid(), case when n % 4 > 0 then md5('a' || n % 4)::uuid end, case when n % 7 > 0 then 'm-' || n % 7 else '' end, case when n % 3 > 0 then 's' || n % 5 else '' end, '',
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
  // Payments of these subscribers, before and after their registration, with their commissions.
  await client.query(
    `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at)
     select gen_random_uuid()::text, subscriber_id, affiliate_id, 500, 'EUR', 'first', model_slug, registered_at + interval '1 hour' from registrations`,
  );
  const early = Array.from({ length: 9 }, () => randomUUID());
  await client.query(
    `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at)
     select gen_random_uuid()::text, person, md5('a1')::uuid, 500, 'EUR', 'first', 'm-1', timestamptz '2026-02-10 12:00Z' from unnest($1::uuid[]) person`,
    [early],
  );
  await client.query(
    `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at)
     select person, md5('a1')::uuid, 'm-1', 's1', '', timestamptz '2026-02-10 11:00Z' from unnest($1::uuid[]) person`,
    [early],
  );
  await client.query(
    `insert into commission_entries (affiliate_id, kind, payment_id, cause_id, amount_cents, currency, occurred_at, available_at)
     select affiliate_id, case when n = 1 then 'commission' else 'clawback' end, id, id, case when n = 1 then 150 else -30 end, currency, recorded_at, recorded_at
     from payments, generate_series(1, 2) n where affiliate_id is not null and kind = 'first'`,
  );
  await client.query(
    `insert into visits (day, affiliate_id, model_slug, source, visits, clicks)
     select date '2026-03-10' - n, case when n % 4 > 0 then md5('a' || n % 4)::uuid end, 'm-' || n % 7, 's' || n, n, n / 2 from generate_series(1, 300) n
     on conflict (day, affiliate_id, model_slug, source) do update set visits = visits.visits + 1`,
  );
};
const differences = () => createFigureCheck({ postgres: database.postgres, logger }).check();

test('figures follow every insertion, change and deletion of their facts', async () => {
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
  await postgres.query("delete from payments where model_slug = 'm-2' and affiliate_id is null");
  await postgres.query("update registrations set click_id = '' where click_id = 's2'");
  await postgres.query("update registrations set click_id = 's9' where click_id = ''");
  await addFacts(postgres, 30);
  expect(await differences()).toEqual([]);
});

/** Days whose earnings are not those of the payments and refunds of that day. */
const misplacedEarnings = async ({ postgres }: Database) =>
  (
    await postgres.query(
      `select day from (
         select (coalesce(c.recorded_at, e.occurred_at) at time zone 'Europe/Paris')::date as day, e.amount_cents
         from commission_entries e left join payments c on c.id = e.cause_id where e.kind <> 'payout'
         union all select day, -earnings_cents from day_figures
       ) both_sides group by day having sum(amount_cents) <> 0`,
    )
  ).rows;

test('figures are recounted in the order of their days, so that those of a period lie together', async () => {
  const { postgres } = database;
  await addFacts(postgres, 500);
  await postgres.query('select recount_figures()');
  const disorders = await Promise.all(
    ['day_figures', 'model_figures', 'source_figures'].map(async (table) => {
      const grain = table === 'day_figures' ? "'day'" : 'grain';
      const { rows } = await postgres.query<{ share: number }>(
        `select avg((day < previous)::int)::float as share from (
           select day, lag(day) over (partition by ${grain} order by ctid) as previous from ${table}) rows`,
      );
      return rows[0]?.share ?? 1;
    }),
  );
  // A short row may fill the page before; in the order of a hash, it would be half of the rows.
  for (const disorder of disorders) expect(disorder).toBeLessThan(0.05);
});

test('figures move with the day of their payment or refund, more than once', async () => {
  const { postgres } = database;
  const affiliate = randomUUID();
  const [payment, refund, person] = [randomUUID(), randomUUID(), randomUUID()];
  await postgres.query(
    `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at) values ($1, $2, 'm-1', 'moved', '', '2026-03-01 12:00Z')`,
    [person, affiliate],
  );
  await postgres.query(
    `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at, refunded_id)
     values ($1, $3, $4, 500, 'EUR', 'first', 'm-1', '2026-03-31 22:30Z', null), ($2, $3, $4, -200, 'EUR', 'refund', 'm-1', '2026-04-02 12:00Z', $1)`,
    [payment, refund, person, affiliate],
  );
  await postgres.query(
    `insert into commission_entries (affiliate_id, kind, payment_id, cause_id, amount_cents, currency, occurred_at, available_at)
     values ($3, 'commission', $1, $1, 150, 'EUR', '2026-03-31 22:30Z', now()), ($3, 'clawback', $1, $2, -60, 'EUR', '2026-04-02 12:00Z', now())`,
    [payment, refund, affiliate],
  );
  const move = (id: string, recordedAt: string) =>
    postgres.query('update payments set recorded_at = $2 where id = $1', [id, recordedAt]);
  const earnings = async () =>
    (
      await postgres.query(
        `select day::text, earnings_cents, clawback_cents from source_figures where source = 'moved' and grain = 'day' and earnings_cents <> 0 order by day`,
      )
    ).rows;
  await move(payment, '2026-03-30 12:00Z');
  await move(payment, '2026-03-31 21:30Z');
  await move(refund, '2026-04-03 12:00Z');
  expect(await earnings()).toEqual([
    { day: '2026-03-31', earnings_cents: 150, clawback_cents: 0 },
    { day: '2026-04-03', earnings_cents: -60, clawback_cents: -60 },
  ]);
  expect(await misplacedEarnings(database)).toEqual([]);
  expect(await differences()).toEqual([]);
  await postgres.query("update registrations set click_id = '' where subscriber_id = $1", [person]);
  expect(await earnings()).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('figures keep no row of a click id that was erased', async () => {
  const { postgres } = database;
  const rowsOf = async () =>
    (await postgres.query<{ count: number }>("select count(*)::int as count from source_figures where source = 's4'"))
      .rows[0]?.count;
  await postgres.query("delete from visits where source = 's4'");
  expect(await rowsOf()).toBeGreaterThan(0);
  await postgres.query("update registrations set click_id = '' where click_id = 's4'");
  expect(await rowsOf()).toBe(0);
  expect(await differences()).toEqual([]);
});

test('figures are undone with the transaction of their fact', async () => {
  await expect(
    database.postgres.transaction(async (client) => {
      await addFacts(client, 10);
      throw new Error('later failure');
    }),
  ).rejects.toThrow('later failure');
  expect(await differences()).toEqual([]);
});

test('figures stay equal to their facts when the same rows change in many transactions at once', async () => {
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

test('figures are the same for a period whether read as months or as days', async () => {
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

test('figures have the balances and the people with access of all rows, around the present instant', async () => {
  const { postgres } = database;
  await postgres.query(
    `insert into commission_entries (affiliate_id, kind, payment_id, cause_id, amount_cents, currency, occurred_at, available_at)
     select md5('a' || n % 3)::uuid, case when n % 5 = 0 then 'clawback' else 'commission' end, n::text, n::text, case when n % 5 = 0 then -7 else n end,
       case when n % 4 = 0 then 'USD' else 'EUR' end, now() - interval '40 days', now() + (n - 400) * interval '3 hours 7 minutes' from generate_series(1, 800) n`,
  );
  const people = await postgres.query<{ id: string }>(
    `insert into subscriptions (subscriber_id, paid_until, revision)
     select gen_random_uuid(), case when n % 9 > 0 then now() + (n - 300) * interval '2 hours 11 minutes' end, 1 from generate_series(1, 600) n returning subscriber_id as id`,
  );
  await postgres.query(
    `update subscriptions set paid_until = now() + interval '1 minute' where subscriber_id = any($1)`,
    [people.rows.slice(0, 40).map(({ id }) => id)],
  );
  await postgres.query('update subscriptions set paid_until = null where subscriber_id = any($1)', [
    people.rows.slice(20, 60).map(({ id }) => id),
  ]);
  await postgres.query('delete from subscriptions where subscriber_id = any($1)', [
    people.rows.slice(50, 90).map(({ id }) => id),
  ]);
  const { rows: active } = await postgres.query<{ count: number }>(
    'select count(*)::int as count from subscriptions where paid_until > now()',
  );
  expect(await createOverviewRepository(postgres).activeSubscribers({ affiliateId: null })).toBe(active[0]?.count);
  for (const id of [null, createHash('md5').update('a1').digest('hex')]) {
    const { rows } = await postgres.query(
      `select affiliate_id, currency, coalesce(sum(amount_cents) filter (where available_at > now()), 0)::int as held_cents,
         coalesce(sum(amount_cents) filter (where available_at <= now()), 0)::int as due_cents
       from commission_entries where $1::uuid is null or affiliate_id = $1 group by 1, 2 order by 1, 2`,
      [id],
    );
    const stored = await createBalanceRepository(postgres).balances(id);
    expect(
      stored
        .map(({ affiliate_id, currency, held_cents, due_cents }) => ({ affiliate_id, currency, held_cents, due_cents }))
        .toSorted((one, other) =>
          `${one.affiliate_id}${one.currency}` < `${other.affiliate_id}${other.currency}` ? -1 : 1,
        ),
    ).toEqual(rows);
  }
  expect(await differences()).toEqual([]);
  await postgres.query('update access_ends set people = people + 1 where day = (select max(day) from access_ends)');
  expect(await differences()).toMatchObject([{ table: 'access_ends', count: 1 }]);
  await postgres.query('select recount_figures(), recount_balances()');
  expect(await differences()).toEqual([]);
});

test.each(['overview', 'check'] as const)('figures are counted again while they are read by: %s', async (reader) => {
  const { postgres } = database;
  const recounts: Promise<unknown>[] = [];
  /** Starts the recount after a statement of the transaction, and waits until it is blocked. */
  const interrupting = {
    ...postgres,
    transaction: <Result>(work: (client: Queryable) => Promise<Result>) =>
      postgres.transaction((client) =>
        work({
          query: async (sql: string, values?: unknown[]) => {
            const result = await client.query(sql, values);
            const { rows } = await client.query(
              "select from pg_locks where pid = pg_backend_pid() and relation = any('{day_figures,model_ranks}'::regclass[])",
            );
            if (rows.length === 0 || recounts.length > 0) return result;
            recounts.push(postgres.query('select recount_figures(), recount_balances()'));
            await eventually(async () => {
              const { rowCount } = await postgres.query(
                "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
              );
              return rowCount === 1;
            }, 'the recount waits');
            return result;
          },
        } as Queryable),
      ),
  };
  if (reader === 'check') expect(await createFigureCheck({ postgres: interrupting, logger }).check()).toEqual([]);
  else {
    const models = await createOverviewRepository(interrupting).byModel(null, { from: '2025-03-15', to: '2026-03-15' });
    expect(models.length).toBeGreaterThan(0);
  }
  expect(recounts).toHaveLength(1);
  await Promise.all(recounts);
  expect(await differences()).toEqual([]);
});

test('figures name what differs', async () => {
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

test('figures are made of the facts that are there at the migration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'affiliate-migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((name) => name < '016');
  for (const name of before) await cp(new URL(name, MIGRATIONS), join(folder, name));
  const old = await startDatabase('affiliate', pathToFileURL(`${folder}/`));
  try {
    await addFacts(old.postgres, 100);
    await old.postgres.query(
      "update payments set recorded_at = recorded_at - interval '3 days' where model_slug = 'm-3'",
    );
    await migrate(old.url, MIGRATIONS);
    const check = createFigureCheck({ postgres: old.postgres, logger });
    expect(await check.check()).toEqual([]);
    expect(await misplacedEarnings(old)).toEqual([]);
    await addFacts(old.postgres, 10);
    expect(await check.check()).toEqual([]);
    const { rows } = await old.postgres.query('select sum(registrations)::int as count from day_figures');
    expect(rows).toEqual([{ count: 110 + 2 * 9 }]);
  } finally {
    await Promise.all([old.stop(), rm(folder, { recursive: true })]);
  }
});
