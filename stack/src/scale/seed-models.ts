import { createHash } from 'node:crypto';
import { DAY_MS } from 'contracts/durations';
import { createMongo } from 'service-kit/mongo';
import { blankModel } from '../../../services/catalogue/src/models/model-record.ts';
import { firstRank } from '../../../services/catalogue/src/models/model-rank.ts';
import { listFields } from '../../../services/catalogue/src/models/list-fields.ts';
import { modelSchema } from '../../../services/catalogue/src/models/model.schema.ts';
import { SCALE_AFFILIATES } from './seed-postgres.ts';
import type { ScaleSizes } from './seed-postgres.ts';

const BATCH = 1_000;
const FIRST_NAMES = ['Léa', 'Nina', 'Solène', 'Inès', 'Zoé', 'Camille', 'Anaïs', 'Maëlle', 'Élise', 'Jade'];

/** Returns the same id as the SQL of seed-postgres.ts. */
const idOf = (seed: number, kind: string, number: number): string =>
  createHash('md5')
    .update(`${seed} id ${kind}${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-3$3-8$4-$5');

const documentOf = (seed: number, number: number, now: number) => {
  const affiliateId = number % 10 > 0 ? idOf(seed, 'affiliate', 1 + (number % SCALE_AFFILIATES)) : null;
  const { id: _id, ...record } = blankModel(affiliateId, now - number * 60_000);
  const id = idOf(seed, 'model', number);
  const [name, slug] = [`${FIRST_NAMES[number % FIRST_NAMES.length]} ${number}`, `scale-${number}`];
  const named = { ...record, name, slug, rank: firstRank({ id, createdAt: record.createdAt }) };
  return {
    ...named,
    _id: id,
    is_verified: number % 5 === 0,
    likes_count: number % 9_973,
    revision: 1,
    editRevision: 1,
    outbox: [],
    relayLease: null,
    deletedAt: null,
    ...listFields(named, now),
  };
};

/**
 * Writes models into the catalogue's store through its schema; models of an earlier run remain.
 * @returns the number of inserted documents
 */
export const seedModels = async (
  url: string,
  { models: total, seed }: ScaleSizes,
  print: (line: string) => void,
): Promise<number> => {
  const mongo = await createMongo(url, { responseTimeoutMs: 0 });
  try {
    const models = mongo.connection.model('Model', modelSchema, 'models');
    const now = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const began = performance.now();
    let inserted = 0;
    for (let first = 1; first <= total; first += BATCH) {
      const count = Math.min(BATCH, total - first + 1);
      const { upsertedCount } = await models.bulkWrite(
        Array.from({ length: count }, (_, index) => {
          const { _id, ...fields } = documentOf(seed, first + index, now);
          return { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } };
        }),
        { ordered: false },
      );
      inserted += upsertedCount;
      if ((first + count - 1) % 10_000 === 0) print(`  catalogue.models: ${first + count - 1} of ${total}`);
    }
    const seconds = (performance.now() - began) / 1_000;
    print(`catalogue.models: ${inserted} documents in ${seconds.toFixed(1)} s, ${Math.round(inserted / seconds)}/s`);
    return inserted;
  } finally {
    await mongo.close();
  }
};
