import { randomUUID } from 'node:crypto';
import type { DatabaseName } from 'contracts/services';
import { DEFAULT_COMMISSION_TERMS } from 'contracts/commissions';
import { createLogger } from 'service-kit/logger';
import { newMongoUrl, startDatabase } from 'testing/databases';
import { createMongo } from 'service-kit/mongo';
import { z } from 'zod';
import { createCommissionCheck } from '../../services/affiliate/src/commissions/commission-check.ts';
import { createCommissionRepository } from '../../services/affiliate/src/commissions/commission.repository.ts';
import { createTermsRepository } from '../../services/affiliate/src/commissions/terms.repository.ts';
import { createFigureCheck } from '../../services/affiliate/src/overview/figure-check.ts';
import { seedModels } from '../src/scale/seed-models.ts';
import { seedPostgres } from '../src/scale/seed-postgres.ts';

const DEMO_ID = randomUUID();
const SIZES = { models: 120, subscribers: 200, payments: 600, seed: 7 };
const ROWS = {
  identity: 120 + 200,
  media: 120 + 200,
  billing: 120 + 200 + 200 + 600 + 600,
} satisfies Partial<Record<DatabaseName, number>>;
const print = () => undefined;

test.each(Object.entries(ROWS) as [keyof typeof ROWS, number][])(
  'the seed fills %s through its own migrations, once',
  async (service, rows) => {
    const database = await startDatabase(service, new URL(`../../services/${service}/migrations/`, import.meta.url));
    try {
      expect(await seedPostgres(service, database.url, SIZES, print)).toBe(rows);
      expect(await seedPostgres(service, database.url, SIZES, print)).toBe(0);
    } finally {
      await database.stop();
    }
  },
);

test('the seed fills affiliate with commissions that follow from the payments, and paid batches, once', async () => {
  const database = await startDatabase('affiliate', new URL('../../services/affiliate/migrations/', import.meta.url));
  const { postgres } = database;
  try {
    // The demo data contain a batch too.
    await postgres.query('insert into payout_batches (id) values ($1)', [DEMO_ID]);
    await postgres.query(
      `insert into payout_statements (id, batch_id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents)
       values ($1, $1, $1, 'studio-nord', 'Studio Nord', 'EUR', 100)`,
      [DEMO_ID],
    );
    const added = await seedPostgres('affiliate', database.url, SIZES, print);
    expect(await seedPostgres('affiliate', database.url, SIZES, print)).toBe(0);
    const { rows } = await postgres.query(
      `select (select count(*)::int from payments) as payments, (select count(*)::int from visits) as visits,
         (select count(*)::int from commission_entries) as entries, (select count(*)::int from payout_batches where paid_at is not null) as batches,
         (select count(*)::int from payout_statements where id <> $1) as statements, (select count(*)::int from payout_statement_entries) as lines`,
      [DEMO_ID],
    );
    const { payments, visits, entries, batches, statements, lines } = rows[0] as Record<string, number>;
    expect(payments).toBe(600);
    expect([visits, statements, lines].every((count) => count !== undefined && count > 10)).toBe(true);
    expect(batches).toBe(26);
    const sum = [visits, entries, batches, statements, lines].reduce<number>((total, count = 0) => total + count, 0);
    expect(added).toBe(sum + 200 + 120 + 200 + 200 + 200 + 600);
    // The check of all statements would find one without entries.
    await postgres.query('delete from payout_statements where id = $1', [DEMO_ID]);
    const logger = createLogger('test', 'silent');
    expect(await createFigureCheck({ postgres, logger }).check()).toEqual([]);
    const terms = createTermsRepository();
    const commissions = createCommissionRepository({ terms, siteTerms: DEFAULT_COMMISSION_TERMS });
    const check = createCommissionCheck({ postgres, commissions, logger });
    expect(await check.check()).toEqual([]);
    // Settling adds nothing: the seeded entries equal those that the service would have written.
    const { rows: people } = await postgres.query<{ id: string }>('select distinct subscriber_id as id from payments');
    await postgres.transaction(async (client) => {
      for (const { id } of people) await commissions.settle(client, id);
    });
    expect((await postgres.query('select count(*)::int as count from commission_entries')).rows).toEqual([
      { count: entries },
    ]);
  } finally {
    await database.stop();
  }
});

test('the seed gives catalogue the same models as the other services', async () => {
  const [url, database] = [
    newMongoUrl('scale'),
    await startDatabase('media', new URL('../../services/media/migrations/', import.meta.url)),
  ];
  const mongo = await createMongo(url);
  try {
    expect(await seedModels(url, SIZES, print)).toBe(120);
    expect(await seedModels(url, SIZES, print)).toBe(0);
    await seedPostgres('media', database.url, SIZES, print);
    const { rows } = await database.postgres.query<{ id: string }>(
      "select id::text from models where slug = 'scale-77'",
    );
    const found = await mongo.connection.collection('models').findOne({ slug: 'scale-77' });
    expect(String(found?._id)).toBe(rows[0]?.id);
    // Cursors and calls accept only UUIDs.
    expect(z.uuid().safeParse(rows[0]?.id).success).toBe(true);
  } finally {
    await mongo.connection.dropDatabase();
    await Promise.all([mongo.close(), database.stop()]);
  }
});
