import { mongoAddress, readConfig } from 'service-kit/config';
import { createMongo } from 'service-kit/mongo';
import { z } from 'zod';
import { bindFormerAssets } from './asset-ownership.ts';
import { createIndexes } from './indexes.ts';

const { MONGO_URL } = readConfig(z.object({ MONGO_URL: mongoAddress() }));
const mongo = await createMongo(MONGO_URL);
await createIndexes(mongo);
await bindFormerAssets(mongo);
await mongo.close();
process.stdout.write('catalogue: migrated\n');
