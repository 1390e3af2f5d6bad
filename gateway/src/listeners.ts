import type { Listeners } from 'service-kit/bus';
import { pathsOfAffiliate, pathsOfModel, picturesOfAssets } from './cache-keys.ts';
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
  const modelChanged = ({ slug, previousSlugs = [] }: { slug: string; previousSlugs?: string[] }) =>
    cache.invalidate(pathsOfModel([slug, ...previousSlugs]));
  const liveChanged = (slug: string, isLive: boolean, until: string | null) => {
    modelChanged({ slug });
    live.send({ slug, isLive, until });
  };
  return {
    'model.created': async ({ data }) => modelChanged(data),
    'model.updated': async ({ data }) => {
      modelChanged(data);
      cache.purgeUnder(picturesOfAssets(data.assets.filter(({ access }) => access === 'locked').map(({ id }) => id)));
    },
    'model.deleted': async ({ data }) => {
      cache.purge(pathsOfModel([data.slug]));
      cache.purgeUnder(picturesOfAssets(data.assets));
    },
    'live.started': async ({ data }) => liveChanged(data.slug, true, data.until),
    'live.ended': async ({ data }) => liveChanged(data.slug, false, data.until),
    'affiliate.created': async ({ data }) => cache.invalidate(pathsOfAffiliate(data.slug)),
    // A renamed affiliate leaves a page under its old slug, which the event does not name.
    'affiliate.updated': async () => cache.clear(),
    'affiliate.deleted': async ({ data }) => cache.purge(pathsOfAffiliate(data.slug)),
    'asset.deleted': async ({ data }) => cache.purgeUnder(picturesOfAssets([data.id])),
  };
};
