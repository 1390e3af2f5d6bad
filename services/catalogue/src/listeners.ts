import type { ListenersOf } from 'service-kit/event-dispatch';
import type { MarkService } from './marks/mark.service.ts';
import type { AssetEffects } from './models/asset-effects.ts';
import type { AssetRelease } from './models/asset-release.ts';
import type { ModelWriter } from './models/model-writer.ts';
import type { AffiliateProjection } from './projections/affiliate.projection.ts';
import type { AssetProjection } from './projections/asset.projection.ts';
import type { EntitlementProjection, SubscriptionEvent } from './projections/entitlement.projection.ts';

interface Dependencies {
  assets: AssetProjection;
  affiliates: AffiliateProjection;
  entitlements: EntitlementProjection;
  marks: Pick<MarkService, 'erase'>;
  effects: AssetEffects;
  release: AssetRelease;
  writer: Pick<ModelWriter, 'releaseOf'>;
}

/** Applies other services' events. Each projection ignores events older than its state. */
export const createListeners = ({
  assets,
  affiliates,
  entitlements,
  marks,
  effects,
  release,
  writer,
}: Dependencies): ListenersOf<'catalogue'> => {
  const applyEntitlement = async (event: SubscriptionEvent) => {
    await entitlements.apply(event);
  };
  return {
    'asset.uploaded': async (event) => {
      if (await assets.applyUploaded(event)) await effects.changed(event.data.id);
    },
    'asset.processed': async (event) => {
      if (await assets.applyProcessed(event)) await effects.changed(event.data.id);
    },
    'asset.failed': async (event) => {
      if (await assets.applyFailed(event)) await effects.changed(event.data.id);
    },
    'asset.deleted': async (event) => {
      if (await assets.remove(event)) await effects.changed(event.data.id);
    },
    'asset.bound': async (event) => {
      if (await assets.applyBound(event)) await effects.changed(event.data.id);
    },
    'asset.unattached': ({ data }) => release.consider(data),
    'affiliate.created': async (event) => {
      await affiliates.apply(event);
    },
    'affiliate.updated': async (event) => {
      await affiliates.apply(event);
    },
    'affiliate.deleted': async (event) => {
      await affiliates.remove(event);
      await writer.releaseOf(event.data.id);
    },
    'subscriber.erased': ({ data }) => marks.erase(data.id),
    'subscription.activated': applyEntitlement,
    'subscription.renewed': applyEntitlement,
    'subscription.cancelled': applyEntitlement,
    'subscription.expired': applyEntitlement,
    'subscription.revoked': applyEntitlement,
  };
};
