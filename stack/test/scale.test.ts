import { createLogger } from 'service-kit/logger';
import { newMongoUrl, startDatabase } from 'testing/databases';
import { createMongo } from 'service-kit/mongo';
import { createFigureCheck } from '../../services/affiliate/src/overview/figure-check.ts';
import { seedModels } from '../src/scale/seed-models.ts';
import { seedPostgres } from '../src/scale/seed-postgres.ts';
import type { SeededService } from '../src/scale/seed-postgres.ts';

const SIZES = { models: 120, subscribers: 200, payments: 600, seed: 7 };
const ROWS: Record<SeededService, number> = {
  identity: 120 + 200,
  media: 120 + 200,
  affiliate: 200 + 120 + 200 + 200 + 600,
  billing: 120 + 200 + 200 + 600 + 600,
};
const print = () => undefined;

test.each(Object.entries(ROWS) as [SeededService, number][])(
  'fills %s through its own migrations, once',
  async (service, rows) => {
    const database = await startDatabase(service, new URL(`../../services/${service}/migrations/`, import.meta.url));
    try {
      expect(await seedPostgres(service, database.url, SIZES, print)).toBe(rows);
      expect(await seedPostgres(service, database.url, SIZES, print)).toBe(0);
      if (service === 'affiliate') {
        const check = createFigureCheck({ postgres: database.postgres, logger: createLogger('test', 'silent') });
        expect(await check.check()).toEqual([]);
      }
    } finally {
      await database.stop();
    }
  },
);

test('gives catalogue the same models as the other services', async () => {
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
  } finally {
    await mongo.connection.dropDatabase();
    await Promise.all([mongo.close(), database.stop()]);
  }
});
