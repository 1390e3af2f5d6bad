import type { Mongo } from 'service-kit/mongo';
import { createMongoIdempotency } from 'service-kit/mongo-idempotency';
import { createMarkRepository } from './marks/mark.repository.ts';
import { createModelRepository } from './models/model.repository.ts';
import { createVersionRepository } from './models/version.repository.ts';
import { createAffiliateProjection } from './projections/affiliate.projection.ts';

/** Creates the indexes: the migration of a MongoDB service. Idempotent. */
export const createIndexes = async ({ connection }: Pick<Mongo, 'connection'>): Promise<void> => {
  await createModelRepository(connection).createIndexes();
  await createVersionRepository(connection).createIndexes();
  await createMarkRepository(connection).createIndexes();
  await createAffiliateProjection(connection).createIndexes();
  await createMongoIdempotency(connection).createIndexes();
};
