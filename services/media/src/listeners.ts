import type { Event } from 'contracts/events';
import type { Listeners } from 'service-kit/bus';
import { firstTime } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { AssetRemoval } from './assets/asset-removal.ts';
import type { FileKeeper } from './assets/file-keeper.ts';
import type { UnattachedAssets } from './assets/unattached-assets.ts';
import type { EntitlementRepository } from './projections/entitlement.repository.ts';
import type { ModelRepository } from './projections/model.repository.ts';
import type { Drafts } from './uploads/drafts.ts';

interface ListenerDeps {
  postgres: Postgres;
  models: ModelRepository;
  entitlements: EntitlementRepository;
  drafts: Drafts;
  removal: AssetRemoval;
  unattached: UnattachedAssets;
  keeper: FileKeeper;
}
type SubscriptionEvent = Event<
  | 'subscription.activated'
  | 'subscription.renewed'
  | 'subscription.cancelled'
  | 'subscription.expired'
  | 'subscription.revoked'
>;

/** What the server does with other services' events. */
export const createListeners = ({
  postgres,
  models,
  entitlements,
  drafts,
  removal,
  unattached,
  keeper,
}: ListenerDeps) => {
  const once = (event: Event, effect: (client: Queryable) => Promise<void>) =>
    postgres.transaction(async (client) => {
      if (await firstTime(client, event.id)) await effect(client);
    });
  const keepModel = (event: Event<'model.created' | 'model.updated'>) =>
    once(event, async (client) => {
      await drafts.lockSlug(client, event.data.slug);
      if (await models.keep(client, event)) await drafts.bind(client, event.data);
    });
  const keepEntitlement = (event: SubscriptionEvent) =>
    once(event, (client) => entitlements.keep(client, event.data, event.revision));
  return {
    'model.created': keepModel,
    'model.updated': keepModel,
    'model.deleted': async (event) => {
      await once(event, async (client) => {
        await removal.remove(client, await models.forget(client, event.data, event.revision));
      });
      await keeper.sweepSoon();
    },
    'asset.released': async (event) => {
      await once(event, (client) => unattached.remove(client, event.data.id));
      await keeper.sweepSoon();
    },
    'subscription.activated': keepEntitlement,
    'subscription.renewed': keepEntitlement,
    'subscription.cancelled': keepEntitlement,
    'subscription.expired': keepEntitlement,
    'subscription.revoked': keepEntitlement,
  } satisfies Listeners;
};
