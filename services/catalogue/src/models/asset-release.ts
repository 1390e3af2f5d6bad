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

/** Decides whether media may remove an asset that it takes for unattached (docs/domain.md#unattached-files). */
export const createAssetRelease = ({ models, assets, effects, bus }: Dependencies) => ({
  /**
   * Releases the asset where no model uses it and none can use it any more; else reports again the models that do.
   * Needs no outbox: while the release is not published, this event is not acknowledged and comes again.
   */
  consider: async ({ id, unattachedBefore }: EventData<'asset.unattached'>): Promise<void> => {
    const asset = (await assets.find([id])).get(id);
    const lists = await models.listing(id);
    // Where the facts of an asset are missing, any list may be the one to which it belongs.
    if (lists.some((model) => !asset || mayBelongTo(asset, model))) return effects.reportAgain(id);
    if (await assets.release(id, new Date(unattachedBefore)))
      await bus.publish(createEvent('asset.released', { id }, 0));
  },
});
export type AssetRelease = ReturnType<typeof createAssetRelease>;
