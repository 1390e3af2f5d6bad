import { randomUUID } from 'node:crypto';
import { addDays } from 'contracts/days';
import fc from 'fast-check';
import { createLogger } from 'service-kit/logger';
import type { Queryable } from 'service-kit/postgres';
import { startDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { MIGRATIONS } from '../src/migrations.ts';
import { createFigureCheck } from '../src/overview/figure-check.ts';
import { createOverviewRepository } from '../src/overview/overview.repository.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase('affiliate', MIGRATIONS);
});
afterAll(() => database.stop());

const differences = () =>
  createFigureCheck({ postgres: database.postgres, logger: createLogger('affiliate', 'silent') }).check();

const FIRST_DAY = '2024-01-20';
const DAYS = 100;
/** A model renamed twice, one whose former slug another has taken, a deleted one; slugs without a model are added below. */
const MODELS = [
  { slug: 'now', previous: ['before', 'first'], isDeleted: false },
  { slug: 'taken', previous: [], isDeleted: false },
  { slug: 'renamed', previous: ['taken', 'first'], isDeleted: false },
  { slug: 'gone', previous: ['late'], isDeleted: true },
];
const SLUGS = ['now', 'before', 'first', 'taken', 'renamed', 'gone', 'late', 'unknown', ''];

const fact = fc.record({
  what: fc.constantFrom('registration', 'visit', 'first', 'renewal', 'refund', 'first', 'refund'),
  day: fc.nat({ max: DAYS - 1 }),
  affiliate: fc.constantFrom(null, 'a1', 'a2'),
  slug: fc.constantFrom(...SLUGS),
  // Few amounts: models tie.
  cents: fc.constantFrom(0, 200, 200, 1_999_999_999),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  source: fc.constantFrom('', 's1', 's2'),
});
type Fact = typeof fact extends fc.Arbitrary<infer Value> ? Value : never;
const period = fc
  .tuple(fc.nat({ max: DAYS + 20 }), fc.nat({ max: DAYS + 20 }))
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
  .map(([first, last]) => ({ from: addDays(FIRST_DAY, first - 10), to: addDays(FIRST_DAY, last - 10) }));
const history = fc.record({
  /** Before the months are ranked, and after it. */
  early: fc.array(fact, { maxLength: 25 }),
  late: fc.array(fact, { maxLength: 15 }),
  unrankedFrom: fc.constantFrom('2024-02-01', '2024-04-01', '2025-01-01'),
  moved: fc.constantFrom(null, 'now', 'taken', 'unknown'),
  periods: fc.array(period, { minLength: 4, maxLength: 4 }),
});

const idOf = (affiliate: string | null) => (affiliate === null ? 'null' : `md5('${affiliate}')::uuid`);
const add = async (client: Queryable, { what, day, affiliate, slug, cents, currency, source }: Fact) => {
  const at = `${addDays(FIRST_DAY, day)}T12:00:00Z`;
  if (what === 'visit') {
    await client.query(
      `insert into visits (day, affiliate_id, model_slug, source, visits, clicks) values ($1, ${idOf(affiliate)}, $2, $3, 2, 1)
       on conflict (day, affiliate_id, model_slug, source) do update set visits = visits.visits + 1`,
      [at.slice(0, 10), slug, source],
    );
    return;
  }
  const person = randomUUID();
  await client.query(
    `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at) values ($1, ${idOf(affiliate)}, $2, $3, '', $4)`,
    [person, slug, source, at],
  );
  if (what === 'registration') return;
  await client.query(
    `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at) values ($1, $2, ${idOf(affiliate)}, $3, $4, $5, $6, $7)`,
    [person, person, what === 'refund' ? -cents : cents, currency, what, slug, at],
  );
  if (affiliate !== null && cents > 0)
    await client.query(
      `insert into commission_entries (affiliate_id, kind, payment_id, cause_id, amount_cents, currency, occurred_at, available_at)
       values (${idOf(affiliate)}, $1, $2, $2, $3, $4, $5, $5)`,
      [what === 'refund' ? 'clawback' : 'commission', person, what === 'refund' ? -60 : 60, currency, at],
    );
};

/** Sums the facts of a period by the slug that the model has now, without the tables of sums. */
const modelsOfFacts = async (client: Queryable, affiliate: string | null, { from, to }: { from: string; to: string }) =>
  (
    await client.query(
      `select slug, sum(visits)::int as visits, sum(registrations)::int as registrations, sum(paid)::int as paid, sum(refunds)::int as refunds,
         coalesce(sum(revenue_cents) filter (where currency = 'EUR'), 0)::bigint as revenue_cents,
         coalesce(sum(revenue_cents) filter (where currency = 'USD'), 0)::bigint as dollar_cents,
         coalesce(sum(earnings_cents) filter (where currency = 'EUR'), 0)::bigint as earnings_cents
       from (
         select *, case when exists (select from models where slug = model_slug) then model_slug
           else coalesce((select slug from models where model_slug = any(previous_slugs) order by is_deleted limit 1), model_slug) end as slug
         from movements where model_slug <> '' and (${affiliate === null} or affiliate_id = ${idOf(affiliate)})
           and (at at time zone 'Europe/Paris')::date between $1::date and $2::date
           and (visits, clicks, registrations, paid, renewals, refunds, revenue_cents, earnings_cents, clawback_cents) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
       ) facts
       group by slug order by revenue_cents desc, registrations desc, slug`,
      [from, to],
    )
  ).rows;

const sourcesOfFacts = async (
  client: Queryable,
  affiliate: string | null,
  { from, to }: { from: string; to: string },
) =>
  (
    await client.query(
      `select source, sum(visits)::int as visits, sum(clicks)::int as clicks, sum(registrations)::int as registrations, sum(paid)::int as paid
       from movements where source <> '' and (${affiliate === null} or affiliate_id = ${idOf(affiliate)})
         and (at at time zone 'Europe/Paris')::date between $1::date and $2::date
       group by source order by paid desc, registrations desc, visits desc, source`,
      [from, to],
    )
  ).rows;

test('monthly ranks order models and sources of any period as their facts do, whenever a month was ranked', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ early, late, unrankedFrom, moved, periods }) => {
      await database.postgres
        .transaction(async (client) => {
          for (const { slug, previous, isDeleted } of MODELS)
            await client.query(
              'insert into models (id, slug, affiliate_id, revision, is_deleted, name, previous_slugs) values ($1, $2, null, 1, $3, $2, $4)',
              [randomUUID(), slug, isDeleted, previous],
            );
          for (const one of early) await add(client, one);
          await client.query('select rank_months()');
          // As if the worker had not run since.
          await client.query('delete from model_ranks where month >= $1', [unrankedFrom]);
          for (const one of late) await add(client, one);
          await client.query("update payments set affiliate_id = md5('a2')::uuid where model_slug = $1", [moved]);
          const overviews = createOverviewRepository({
            query: client.query.bind(client),
            transaction: (work) => work(client),
          });
          for (const affiliate of [null, 'a1'])
            for (const days of periods) {
              const { rows } = await client.query<{ id: string | null }>(`select ${idOf(affiliate)} as id`);
              const models = await overviews.byModel(rows[0]?.id ?? null, days);
              const listed = models.map(({ slug, visits, registrations, paid, refunds, ...amounts }) => ({
                ...{ slug, visits, registrations, paid, refunds, revenue_cents: amounts.revenue_cents },
                dollar_cents: amounts.other_revenue?.find(({ currency }) => currency === 'USD')?.cents ?? 0,
                earnings_cents: amounts.earnings_cents,
              }));
              expect(listed).toEqual(await modelsOfFacts(client, affiliate, days));
              const sources = await overviews.bySource(rows[0]?.id ?? null, days, 0);
              expect(sources).toEqual(await sourcesOfFacts(client, affiliate, days));
              const requested = [...models.slice(0, 2).map(({ slug }) => slug), 'none'];
              const figures = await overviews.ofModels(rows[0]?.id ?? null, days, requested);
              expect(figures).toMatchObject([
                ...models.slice(0, 2).map(({ name: _name, ...model }) => model),
                { slug: 'none', visits: 0, revenue_cents: 0 },
              ]);
            }
          throw new Error('undo');
        })
        .catch((error: Error) => {
          if (error.message !== 'undo') throw error;
        });
    }),
    { numRuns: 25 },
  );
});

test('monthly ranks stay equal to the figures while facts arrive and months are ranked, and the check finds what does not', async () => {
  const { postgres } = database;
  const facts = fc.sample(fact, { numRuns: 40, seed: 1 });
  await Promise.all(facts.slice(0, 10).map((one) => postgres.transaction((client) => add(client, one))));
  await Promise.all([
    ...facts.slice(10).map((one) => postgres.transaction((client) => add(client, one))),
    ...[1, 2, 3].map(() => postgres.query('select rank_months()')),
  ]);
  await postgres.query('select rank_months()');
  expect(await differences()).toEqual([]);
  const { rows } = await postgres.query<{ slug: string }>(
    'update model_ranks set facts = facts + 1 where ctid in (select ctid from model_ranks limit 1) returning model_slug as slug',
  );
  expect(await differences()).toEqual([
    { table: 'model_ranks', count: 1, rows: [expect.objectContaining({ model_slug: rows[0]?.slug })] },
  ]);
  await postgres.query('select recount_figures()');
  expect(await differences()).toEqual([]);
});
