import type { EventData } from 'contracts/events';
import type { Bus } from 'service-kit/bus';
import { createEvent } from 'service-kit/outbox';
import { mayBelongTo } from '../projections/asset.ts';
import type { AssetProjection } from '../projections/asset.projection.ts';
import type { AssetEffects } from './asset-effects.ts';
import type { ModelRepository } from './model.repository.ts';

interface Dependencies {
  models: ModelRepository;
  assets: AssetProjection;
  effects: AssetEffects;
  bus: Pick<Bus, 'publish'>;
}

/** Decides whether media may delete an asset that media considers unattached (docs/domain.md#unattached-files). */
export const createAssetRelease = ({ models, assets, effects, bus }: Dependencies) => ({
  /**
   * Releases the asset if no model uses it and none can use it any more; otherwise publishes its uses again. Needs no outbox: if
   * publishing the release fails, the event is not acknowledged and will be redelivered.
   */
  consider: async ({ id, unattachedBefore }: EventData<'asset.unattached'>): Promise<void> => {
    const asset = (await assets.byIds([id])).get(id);
    const lists = await models.listing(id);
    // Without the facts of an asset, it may belong to any model with this list.
    if (lists.some((model) => !asset || mayBelongTo(asset, model))) return effects.reportAgain(id);
    if (await assets.release(id, new Date(unattachedBefore)))
      await bus.publish(createEvent('asset.released', { id }, 0));
  },
});
export type AssetRelease = ReturnType<typeof createAssetRelease>;
