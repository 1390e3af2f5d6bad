import type { Listeners } from 'service-kit/bus';
import { LIST_KEYS } from 'service-kit/surrogate-keys';
import { listsOfModel, pathsOfAffiliate, pathsOfModel } from './cache-keys.ts';
import type { createLiveStream } from './live-stream.ts';
import type { MicroCache } from './micro-cache.ts';

/** What events do: they invalidate cached responses, and notify open pages of lives. */
export const createListeners = ({
  cache,
  live,
}: {
  cache: MicroCache;
  live: Pick<ReturnType<typeof createLiveStream>, 'send'>;
}): Listeners => {
  const modelChanged = (
    { slug, previousSlugs = [] }: { slug: string; previousSlugs?: string[] },
    { isNew = false } = {},
  ) => {
    const slugs = [slug, ...previousSlugs];
    cache.invalidate(pathsOfModel(slugs));
    cache.invalidateShowing(listsOfModel(slugs, { isNew }));
  };
  /** A model that is published, or hidden, joins or leaves every list at once (docs/domain.md#publication). */
  const visibilityChanged = ({
    slug,
    previousSlugs,
    assets,
  }: {
    slug: string;
    previousSlugs: string[];
    assets: readonly { id: string }[];
  }) => {
    const slugs = [slug, ...previousSlugs];
    cache.purge(pathsOfModel(slugs));
    cache.purgeShowing([...listsOfModel(slugs), LIST_KEYS.all]);
    cache.purgePictures(assets.map(({ id }) => id));
  };
  const liveChanged = (slug: string, isLive: boolean, until: string | null) => {
    modelChanged({ slug });
    live.send({ slug, isLive, until });
  };
  return {
    'model.created': async ({ data }) => modelChanged(data, { isNew: true }),
    'model.updated': async ({ data }) => {
      const isScheduled = data.assets.some(({ publishAt }) => publishAt !== undefined);
      // An item that was visible may be scheduled now: its page is not served stale.
      if (isScheduled || data.isHidden || data.changes?.some(({ field }) => field === 'state')) visibilityChanged(data);
      else modelChanged(data);
      cache.purgePictures(
        data.assets
          .filter(({ access, publishAt }) => access === 'locked' || publishAt !== undefined)
          .map(({ id }) => id),
      );
    },
    'model.deleted': async ({ data }) => {
      cache.purge(pathsOfModel([data.slug]));
      cache.purgeShowing(listsOfModel([data.slug]));
      cache.purgePictures(data.assets);
    },
    'live.started': async ({ data }) => liveChanged(data.slug, true, data.until),
    'live.ended': async ({ data }) => liveChanged(data.slug, false, data.until),
    'affiliate.created': async ({ data }) => cache.invalidate(pathsOfAffiliate(data.slug)),
    'affiliate.updated': async ({ data: { slug, changes } }) => {
      // A repaired projection (docs/decisions/0020-reconciliation.md) has no list of changes.
      if (!changes) return cache.clear();
      const renamed = changes.find(({ field }) => field === 'slug');
      cache.purge([slug, ...(renamed ? [String(renamed.before)] : [])].flatMap(pathsOfAffiliate));
    },
    'affiliate.deleted': async ({ data }) => cache.purge(pathsOfAffiliate(data.slug)),
    'asset.deleted': async ({ data }) => cache.purgePictures([data.id]),
  };
};
