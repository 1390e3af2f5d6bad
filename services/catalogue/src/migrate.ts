import { mongoAddress, readConfig } from 'service-kit/config';
import { createMongo } from 'service-kit/mongo';
import { runMigrations } from 'service-kit/run-migrations';
import { z } from 'zod';
import { bindFormerAssets } from './asset-ownership.ts';
import { createIndexes } from './indexes.ts';
import { createModelRepository } from './models/model.repository.ts';

await runMigrations('catalogue', async () => {
  const { MONGO_URL } = readConfig(z.object({ MONGO_URL: mongoAddress() }));
  const mongo = await createMongo(MONGO_URL, { responseTimeoutMs: 0 });
  await createIndexes(mongo);
  await createModelRepository(mongo.connection).fillListFields();
  await bindFormerAssets(mongo);
  await mongo.close();
  return ['indexes', 'fields of lists', 'owners of assets'];
});
