import type { Listeners } from 'service-kit/bus';
import type { AssetEffects } from './models/asset-effects.ts';
import type { AssetRelease } from './models/asset-release.ts';
import type { AffiliateRepository } from './projections/affiliates.repository.ts';
import type { AssetRepository } from './projections/assets.repository.ts';
import type { EntitlementRepository, SubscriptionEvent } from './projections/entitlements.repository.ts';

interface Dependencies {
  assets: AssetRepository;
  affiliates: AffiliateRepository;
  entitlements: EntitlementRepository;
  effects: AssetEffects;
  release: AssetRelease;
}

/** What the catalogue does with other services' events. Each projection drops what is older than what it has. */
export const createListeners = ({ assets, affiliates, entitlements, effects, release }: Dependencies) => {
  const paid = async (event: SubscriptionEvent) => {
    await entitlements.changed(event);
  };
  return {
    'asset.uploaded': async (event) => {
      if (await assets.uploaded(event)) await effects.changed(event.data.id);
    },
    'asset.processed': async (event) => {
      if (await assets.processed(event)) await effects.changed(event.data.id);
    },
    'asset.failed': async (event) => {
      if (await assets.failed(event)) await effects.changed(event.data.id);
    },
    'asset.deleted': async (event) => {
      if (await assets.deleted(event)) await effects.changed(event.data.id);
    },
    'asset.bound': async (event) => {
      await assets.bound(event);
      await effects.changed(event.data.id);
    },
    'asset.unattached': ({ data }) => release.consider(data),
    'affiliate.created': async (event) => {
      await affiliates.saved(event);
    },
    'affiliate.updated': async (event) => {
      await affiliates.saved(event);
    },
    'affiliate.deleted': async (event) => {
      await affiliates.deleted(event);
    },
    'subscription.activated': paid,
    'subscription.renewed': paid,
    'subscription.cancelled': paid,
    'subscription.expired': paid,
    'subscription.revoked': paid,
  } satisfies Listeners;
};
