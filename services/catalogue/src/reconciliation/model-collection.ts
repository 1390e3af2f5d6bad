import type { Connection } from 'mongoose';
import type { AssetUse } from 'contracts/asset-use';
import { createEvent } from 'service-kit/outbox';
import type { Collection, StoredEntity } from 'service-kit/reconciliation/collection';
import type { ReferencePage } from 'service-kit/reconciliation/protocol';
import { modelFacts } from '../models/model-events.ts';
import type { ModelRecord } from '../models/model-record.ts';
import type { ModelPublisher } from '../models/model-publisher.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import { idFilter } from './id-filter.ts';

type Stored = Omit<ModelRecord, 'id'> & { _id: string; deletedAt: Date | null };

/** Number of models read at once with their assets, of which each has up to several hundred. */
const PAGE = 100;

const assetAccess = (assets: readonly AssetUse[]) =>
  assets.map(({ id, access, publishAt }) => [id, access, publishAt].filter(Boolean).join(' ')).sort();

/** Creates the collection of models, which the catalogue owns. */
export const createModelCollection = (
  connection: Connection,
  { assets, publisher, clock }: { assets: AssetProjection; publisher: ModelPublisher; clock: () => number },
): Collection => {
  const models = connection.collection<Stored>('models');
  const referencesOf =
    (idsOf: (model: Pick<Stored, 'assetIds' | 'affiliateId'>) => string[]) =>
    async (after: string | undefined): Promise<ReferencePage> => {
      const page = await models
        .find({ deletedAt: null, ...idFilter({ after }) }, { projection: { slug: 1, assetIds: 1, affiliateId: 1 } })
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray();
      return {
        references: page.flatMap((model) => idsOf(model).map((id) => ({ id, slug: model.slug }))),
        next: page.length < PAGE ? null : (page.at(-1)?._id ?? null),
      };
    };

  return {
    /** Reads the data that the catalogue would currently publish of each model. */
    read: async ({ after, to, limit }) => {
      const documents = models
        .find(
          { deletedAt: null, ...idFilter({ after, to }) },
          { projection: { announced: 0, outbox: 0, relayLease: 0 } },
        )
        .sort({ _id: 1 })
        .limit(limit);
      const entities: StoredEntity[] = [];
      let page: ModelRecord[] = [];
      const readPage = async () => {
        const assetsById = await assets.byIds([...new Set(page.flatMap(({ assetIds }) => assetIds))]);
        for (const record of page) {
          const facts = modelFacts(record, assetsById);
          const { id, revision, slug } = record;
          entities.push({ id, revision, slug, facts: { ...facts, assetAccess: assetAccess(facts.assets) } });
        }
        page = [];
      };
      for await (const { _id, deletedAt: _deletedAt, ...rest } of documents)
        if (page.push({ id: _id, ...rest }) === PAGE) await readPage();
      await readPage();
      return entities;
    },
    references: {
      assets: referencesOf(({ assetIds }) => assetIds),
      affiliates: referencesOf(({ affiliateId }) => (affiliateId === null ? [] : [affiliateId])),
    },
    republish: async (targets) => {
      for (const { id, revision } of targets) await publisher.republish(id, revision);
    },
    /** Creates the same tombstone as a deletion: the relay publishes its event, then deletes it. */
    retract: async (targets) => {
      for (const { id, revision, slug } of targets) {
        const event = createEvent('model.deleted', { id, slug, assets: [] }, revision + 1);
        const tombstone = {
          slug: `~${id}`,
          revision: event.revision,
          deletedAt: new Date(clock()),
          relayLease: null,
          assetIds: [],
          photo_items: [],
          video_items: [],
          live_replays: [],
          outbox: [event],
        };
        await connection
          .collection<{ _id: string }>('models')
          .updateOne({ _id: id }, { $setOnInsert: tombstone }, { upsert: true });
      }
    },
  };
};
