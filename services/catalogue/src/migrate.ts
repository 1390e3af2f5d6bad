import { readConfig } from 'service-kit/config';
import { createLogger } from 'service-kit/logger';
import { createMongo } from 'service-kit/mongo';
import { catalogueConfig } from './config.ts';
import { createIndexes } from './indexes.ts';

const config = readConfig(catalogueConfig);
const mongo = await createMongo(config.MONGO_URL);
await createIndexes(mongo);
await mongo.close();
createLogger('catalogue', config.LOG_LEVEL).info('the indexes are there');
