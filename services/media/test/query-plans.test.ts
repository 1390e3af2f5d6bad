import { startDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { sequentialScans } from 'testing/query-plans';
import { createAssetRepository } from '../src/assets/asset.repository.ts';
import { MIGRATIONS } from '../src/migrations.ts';
import { createAssetCollection } from '../src/reconciliation/asset-collection.ts';

let database: Database;
beforeAll(async () => {
  database = await startDatabase('media', MIGRATIONS);
  await database.postgres.query(
    `insert into assets (id, model_slug, kind, state, revision, bytes, created_at)
     select gen_random_uuid(), 'model-' || n % 2000, 'video', case when n % 10000 = 0 then 'processing' else 'ready' end, 1, 1000,
       now() - make_interval(secs => n)
     from generate_series(1, 100000) n`,
  );
  await database.postgres.query('vacuum analyze assets');
});
afterAll(() => database.stop());

test('an index counts the videos in processing among 100,000 assets without reading them all', async () => {
  const scans = await sequentialScans(database.postgres, async (client) =>
    expect(await createAssetRepository(client).countProcessing()).toBe(10),
  );
  expect(scans).toEqual([]);
});

test('an index finds the stuck videos among 100,000 assets without reading them all', async () => {
  const scans = await sequentialScans(database.postgres, async (client) => {
    const { checks } = createAssetCollection({ ...database.postgres, ...client });
    expect((await checks?.['in-processing']?.(0))?.findings).toHaveLength(10);
  });
  expect(scans).toEqual([]);
});
