import type { Model } from 'mongoose';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import { listFields } from './list-fields.ts';
import type { Listed } from './list-fields.ts';
import { LIVE_FIELDS } from './model-record.ts';
import type { ModelRecord } from './model-record.ts';
import type { ModelDocument } from './model.schema.ts';
import { laterFields } from './stored-model.ts';
import type { Found } from './stored-model.ts';

/** Number of models in one bulk write of the migration. */
const FILLED_AT_ONCE = 500;

/** Fills the fields for searching and sorting in models saved by a former version. */
export const createListFieldsFill = (models: Model<ModelDocument>, clock: () => number) => async (): Promise<void> => {
  type Former = Found<Listed & Pick<ModelRecord, 'createdAt'>>;
  const former = models
    .find(
      {
        $or: [
          { foldedName: { $in: [null, ''] } },
          { placeOrder: { $in: [null, ''] } },
          { rank: null },
          { liveRule: null },
        ],
      },
      Object.fromEntries(['name', 'slug', 'createdAt', 'rank', 'isFeatured', ...LIVE_FIELDS].map((name) => [name, 1])),
    )
    .lean<Former[]>()
    .cursor({ batchSize: FILLED_AT_ONCE });
  let writes: Parameters<typeof models.bulkWrite>[0] = [];
  const flush = async () => {
    if (writes.length > 0) await models.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  for await (const document of former as AsyncIterable<Former>) {
    const { _id, name, slug } = document;
    const model = { ...MODEL_DEFAULTS, ...laterFields(document), ...document };
    const fields = { ...listFields(model, clock()), rank: model.rank, isFeatured: model.isFeatured };
    const unchanged = Object.fromEntries(
      LIVE_FIELDS.filter((field) => field in document).map((field) => [field, document[field]]),
    );
    writes.push({ updateOne: { filter: { _id, name, slug, ...unchanged }, update: { $set: fields } } });
    if (writes.length === FILLED_AT_ONCE) await flush();
  }
  await flush();
};
