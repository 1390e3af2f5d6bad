import type { ListenersOf } from 'service-kit/event-dispatch';
import { idempotent, idempotentInBatches } from 'service-kit/inbox';
import type { Postgres } from 'service-kit/postgres';
import type { AssetRemoval } from './assets/asset-removal.ts';
import type { FileStore } from './assets/file-store.ts';
import type { UnattachedAssets } from './assets/unattached-assets.ts';
import type { EntitlementProjection } from './projections/entitlement.projection.ts';
import type { ModelProjection } from './projections/model.projection.ts';
import type { Drafts } from './uploads/drafts.ts';

interface Dependencies {
  postgres: Postgres;
  models: ModelProjection;
  entitlements: EntitlementProjection;
  drafts: Drafts;
  removal: AssetRemoval;
  unattached: UnattachedAssets;
  fileStore: FileStore;
}

export const createListeners = ({
  postgres,
  models,
  entitlements,
  drafts,
  removal,
  unattached,
  fileStore,
}: Dependencies): ListenersOf<'media'> => {
  const idempotentListener = idempotent(postgres);
  const batchedListener = idempotentInBatches(postgres);
  const applyModel = idempotentListener<'model.created' | 'model.updated'>(async (client, event) => {
    await drafts.lockSlug(client, event.data.slug);
    const applied = await models.apply(client, event);
    if (applied) await drafts.bind(client, event.data, applied);
  });
  const removeModel = idempotentListener<'model.deleted'>(async (client, event) =>
    removal.remove(client, await models.remove(client, event)),
  );
  const removeAsset = idempotentListener<'asset.released'>((client, { data }) => unattached.remove(client, data.id));
  return {
    'model.created': applyModel,
    'model.updated': applyModel,
    'model.deleted': async (event) => {
      await removeModel(event);
      await fileStore.sweepSoon();
    },
    'asset.released': async (event) => {
      await removeAsset(event);
      await fileStore.sweepSoon();
    },
    'subscription.activated': batchedListener(entitlements.apply),
    'subscription.renewed': batchedListener(entitlements.apply),
    'subscription.cancelled': batchedListener(entitlements.apply),
    'subscription.expired': batchedListener(entitlements.apply),
    'subscription.revoked': batchedListener(entitlements.apply),
  };
};
