import type { Mongo } from 'service-kit/mongo';

const NAME = 'asset-ownership';

interface StoredModel {
  _id: string;
  slug: string;
  previousSlugs: string[];
  affiliateId: string | null;
  assetIds: string[];
}
interface StoredAsset {
  _id: string;
  modelSlug: string;
  uploaderAffiliateId: string | null;
}

/**
 * Returns the model that owns an upload of a former version, by the rules of media's migration 004-ownership: the model that uses
 * it and whose owner uploaded it, else the model that has its slug now. A former slug only counts if that model uses the upload,
 * and for the administrator's uploads only if no other model could claim them.
 */
const ownerOf = (
  { _id, modelSlug, uploaderAffiliateId }: StoredAsset,
  models: readonly StoredModel[],
): StoredModel | undefined => {
  const candidates = models.filter(
    ({ slug, previousSlugs, affiliateId }) =>
      (slug === modelSlug || previousSlugs.includes(modelSlug)) &&
      (uploaderAffiliateId === null || uploaderAffiliateId === affiliateId),
  );
  const hasSlug = ({ slug }: StoredModel) => slug === modelSlug;
  const isUsed = ({ assetIds }: StoredModel) => assetIds.includes(_id);
  const isOwnUse = (model: StoredModel) => isUsed(model) && model.affiliateId === uploaderAffiliateId;
  const ownUses = candidates.filter(isOwnUse).sort((one, other) => (one._id < other._id ? -1 : 1));
  const claims = candidates.filter((model) => hasSlug(model) || isUsed(model));
  return (
    ownUses.find(hasSlug) ?? ownUses[0] ?? candidates.find(hasSlug) ?? (claims.length === 1 ? claims[0] : undefined)
  );
};

/** Binds the uploads of former versions to their models; uploads without a model remain drafts. */
export const bindFormerAssets = async ({ connection }: Pick<Mongo, 'connection'>): Promise<void> => {
  const migrations = connection.collection<{ _id: string; appliedAt: Date }>('migrations');
  if (await migrations.findOne({ _id: NAME })) return;
  const models = await connection
    .collection<StoredModel>('models')
    .find({ deletedAt: null }, { projection: { slug: 1, previousSlugs: 1, affiliateId: 1, assetIds: 1 } })
    .toArray();
  const bySlug = new Map<string, StoredModel[]>();
  for (const model of models)
    for (const slug of new Set([model.slug, ...model.previousSlugs]))
      bySlug.set(slug, [...(bySlug.get(slug) ?? []), model]);
  const assets = connection.collection<StoredAsset & { modelId?: string | null }>('assets');
  for await (const asset of assets.find(
    { state: { $ne: 'deleted' }, modelId: null },
    { projection: { modelSlug: 1, uploaderAffiliateId: 1 } },
  )) {
    const owner = ownerOf(asset, bySlug.get(asset.modelSlug) ?? []);
    if (owner) await assets.updateOne({ _id: asset._id, modelId: null }, { $set: { modelId: owner._id } });
  }
  await migrations.updateOne({ _id: NAME }, { $set: { appliedAt: new Date() } }, { upsert: true });
};
