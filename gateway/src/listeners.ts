import { usesNamedBy } from 'contracts/events';
import type { EventData } from 'contracts/events';
import { modelFieldsWhere } from 'contracts/model-fields';
import type { ModelFieldName } from 'contracts/model-fields';
import type { Listeners } from 'service-kit/event-dispatch';
import { isLiveAt, nextChange } from 'service-kit/live-window';
import { LIST_KEYS, surrogateKeyOfAsset, surrogateKeyOfModel } from 'service-kit/surrogate-keys';
import { listsOfModel, pathsOfAffiliate, pathsOfModel } from './cache-keys.ts';
import type { createLiveStream } from './live-stream.ts';
import type { Invalidations } from './micro-cache.ts';

const MEDIA_LISTS: readonly string[] = modelFieldsWhere('kind', 'mediaList');
const LIVE_FIELDS: readonly string[] = [
  'live_schedule_start',
  'live_schedule_end',
  'manual_live_override',
] satisfies ModelFieldName[];

/**
 * Whether the visibility may have changed: yes without a list of changes, no for media processing and due items (empty list).
 */
const isVisibilityChange = ({ changes }: EventData<'model.updated'>): boolean =>
  changes?.some(({ field }) => field === 'state') ?? true;
const isRename = ({ changes = [] }: EventData<'model.updated'>): boolean =>
  changes.some(({ field }) => field === ('slug' satisfies ModelFieldName));
const isItemChange = ({ changes = [] }: EventData<'model.updated'>): boolean =>
  changes.some(({ field }) => MEDIA_LISTS.includes(field));

const idsOf = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

/** Creates listeners that invalidate cached responses and send live changes to open pages. */
export const createListeners = ({
  cache,
  live,
}: {
  cache: Invalidations;
  live: Pick<ReturnType<typeof createLiveStream>, 'send'>;
}): Listeners => {
  const removePictures = (assetIds: readonly string[]) => {
    cache.purgePictures(assetIds);
    cache.purgeShowing(assetIds.map(surrogateKeyOfAsset));
  };
  const modelChanged = (
    { slug, previousSlugs = [] }: { slug: string; previousSlugs?: string[] },
    otherLists: readonly string[] = [],
  ) => {
    const slugs = [slug, ...previousSlugs];
    cache.invalidate(pathsOfModel(slugs));
    cache.invalidateShowing([...listsOfModel(slugs), ...otherLists]);
  };
  /** Purges every list: a published or hidden model joins or leaves all of them at once (docs/domain.md#publication). */
  const visibilityChanged = ({ slug, previousSlugs }: EventData<'model.updated'>, assetIds: readonly string[]) => {
    const slugs = [slug, ...previousSlugs];
    cache.purge(pathsOfModel(slugs));
    cache.purgeShowing([...listsOfModel(slugs), LIST_KEYS.all, LIST_KEYS.sitemap]);
    removePictures(assetIds);
  };
  /** Purges every response that shows the model, and these pictures, so that none is served stale; other lists stay cached. */
  const removeModel = ({ slug, previousSlugs }: EventData<'model.updated'>, assetIds: readonly string[]) => {
    const slugs = [slug, ...previousSlugs];
    cache.purge(pathsOfModel(slugs));
    cache.purgeShowing(slugs.map(surrogateKeyOfModel));
    removePictures(assetIds);
  };
  /** Sends a changed schedule to open pages, which compute the begin and end of lives from the schedule that they have. */
  const sendLiveRule = ({ slug, liveRule, isHidden, changes = [] }: EventData<'model.updated'>) => {
    // The slug of a hidden model is secret; hiding a model during its live emits `live.ended`.
    if (isHidden || liveRule === undefined || !changes.some(({ field }) => LIVE_FIELDS.includes(field))) return;
    const now = Date.now();
    const next = nextChange(liveRule, now);
    const until = next === null ? null : new Date(next).toISOString();
    live.send({ slug, isLive: isLiveAt(liveRule, now), until });
  };
  const liveChanged = (slug: string, isLive: boolean, until: string | null) => {
    modelChanged({ slug });
    live.send({ slug, isLive, until });
  };
  return {
    'model.created': async ({ data }) => modelChanged(data, [LIST_KEYS.end, LIST_KEYS.sitemap]),
    'model.updated': async ({ data }) => {
      const uses = usesNamedBy(data);
      const unused = data.assetChanges?.unused ?? [];
      const changedAssets = [...idsOf(uses), ...unused];
      const scheduled = idsOf(uses.filter(({ publishAt }) => publishAt !== undefined));
      if (isVisibilityChange(data)) visibilityChanged(data, changedAssets);
      else if (data.isHidden) removeModel(data, changedAssets);
      else {
        // An item that was visible may now be scheduled for later.
        if (scheduled.length > 0 && isItemChange(data)) removeModel(data, scheduled);
        removePictures(unused);
        modelChanged(data, isRename(data) ? [LIST_KEYS.sitemap] : []);
      }
      cache.purgePictures(idsOf(uses.filter(({ access }) => access === 'locked')));
      sendLiveRule(data);
    },
    'model.deleted': async ({ data: { slug, previousSlugs = [], assets } }) => {
      const slugs = [slug, ...previousSlugs];
      cache.purge(pathsOfModel(slugs));
      cache.purgeShowing([...listsOfModel(slugs), LIST_KEYS.sitemap]);
      // The last page shows the total of all models.
      cache.invalidateShowing([LIST_KEYS.end]);
      removePictures(assets);
    },
    'live.started': async ({ data }) => liveChanged(data.slug, true, data.until),
    'live.ended': async ({ data }) => liveChanged(data.slug, false, data.until),
    'affiliate.created': async ({ data }) => cache.invalidate(pathsOfAffiliate(data.slug)),
    'affiliate.updated': async ({ data: { slug, changes } }) => {
      // The event of a repaired projection has no list of changes (docs/decisions/0020-reconciliation.md).
      if (!changes) return cache.clear();
      const renamed = changes.find(({ field }) => field === 'slug');
      cache.purge([slug, ...(renamed ? [String(renamed.before)] : [])].flatMap(pathsOfAffiliate));
    },
    'affiliate.deleted': async ({ data }) => cache.purge(pathsOfAffiliate(data.slug)),
    'asset.deleted': async ({ data }) => removePictures([data.id]),
  };
};
