import { DATABASES } from 'contracts/services';
import { seedModels } from './seed-models.ts';
import { seedPostgres } from './seed-postgres.ts';
import type { ScaleSizes } from './seed-postgres.ts';

/**
 * Fills the stores of a stack, named as in its stack.json; data of an earlier run remain.
 * @returns the number of inserted rows and documents
 */
export const seedStores = async (
  stores: Readonly<Record<string, string>>,
  sizes: ScaleSizes,
  print: (line: string) => void,
): Promise<number> => {
  let rows = await seedModels(stores.MONGO_URL ?? '', sizes, print);
  for (const service of DATABASES)
    rows += await seedPostgres(service, stores[`${service.toUpperCase()}_DATABASE_URL`] ?? '', sizes, print);
  return rows;
};
