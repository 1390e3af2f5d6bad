import type { Connection } from 'mongoose';
import { accessEntity } from 'service-kit/reconciliation/collection';
import type { Collection, Collections, StoredEntity } from 'service-kit/reconciliation/collection';
import type { ModelPublisher } from '../models/model-publisher.ts';
import type { Asset } from '../projections/asset.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import type { ProjectedDocument } from '../projections/apply-revision.ts';
import { idFilter } from './id-filter.ts';
import { createModelCollection } from './model-collection.ts';

type StoredAffiliate = ProjectedDocument & Record<string, unknown> & { slug: string; isDeleted: boolean };
/** Stored asset; without a state it was only bound or released so far. */
type StoredAsset = ProjectedDocument & Omit<Asset, 'id' | 'state'> & { state?: Asset['state'] };
type StoredEntitlement = ProjectedDocument & { paidUntil: Date | null };

const affiliateEntity = ({ _id, revision, isDeleted, ...facts }: StoredAffiliate): StoredEntity => ({
  id: _id,
  revision,
  slug: facts.slug,
  facts: isDeleted ? null : facts,
});

/** Omits the results of processing until the asset is ready. */
const assetEntity = ({ _id, revision, state, failure: _failure, ...stored }: StoredAsset): StoredEntity => {
  const { modelSlug, modelId, uploaderAffiliateId, kind } = stored;
  const facts = { state, modelSlug, modelId, uploaderAffiliateId, kind, originalName: stored.originalName ?? null };
  const result = { ...stored, ...facts, hasHls: stored.hasHls ?? false };
  const isDeleted = state === undefined || state === 'deleted';
  return { id: _id, revision, slug: modelSlug, facts: isDeleted ? null : state === 'ready' ? result : facts };
};

/** Creates the collections that a reconciliation compares: models, and copies of affiliates, uploads and entitlements. */
export const createReconciliation = (
  connection: Connection,
  dependencies: { assets: AssetProjection; publisher: ModelPublisher; clock: () => number },
): Collections => {
  const copy = <Stored extends ProjectedDocument>(
    name: string,
    toEntity: (stored: Stored) => StoredEntity,
  ): Collection => ({
    read: async ({ after, to, limit }) => {
      const documents = connection
        .collection<ProjectedDocument>(name)
        .find(idFilter({ after, to }))
        .sort({ _id: 1 })
        .limit(limit);
      return (await documents.toArray()).map((stored) => toEntity(stored as unknown as Stored));
    },
  });
  return {
    models: createModelCollection(connection, dependencies),
    affiliates: copy('affiliates', affiliateEntity),
    assets: copy('assets', assetEntity),
    entitlements: copy('entitlements', ({ _id, revision, paidUntil }: StoredEntitlement) =>
      accessEntity({ id: _id, revision, paidUntil }),
    ),
  };
};
