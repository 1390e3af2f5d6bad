import type { Mongo } from 'service-kit/mongo';
import { createMongoIdempotency } from 'service-kit/mongo-idempotency';
import { createModelRepository } from './models/model.repository.ts';
import { createAffiliateRepository } from './projections/affiliates.repository.ts';

/** The migration of a MongoDB service: its indexes. Can be run again. */
export const createIndexes = async ({ connection }: Pick<Mongo, 'connection'>): Promise<void> => {
  await createModelRepository(connection).createIndexes();
  await createAffiliateRepository(connection).createIndexes();
  await createMongoIdempotency(connection).createIndexes();
};
