import type { ModelView } from 'contracts/models';
import { pageOf, pagesWhere } from 'contracts/pages';
import { useEffect, useRef } from 'react';
import type { ListPage } from 'web-kit/api';
import type { FirstModels } from 'web-kit/first-models';
import { modelCache } from 'web-kit/model-cache';
import { routeOf } from 'web-kit/paths';
import { queryKeys, useQueryClient } from 'web-kit/query';
import type { InfiniteData, QueryClient } from 'web-kit/query';
import { matchPath, useLocation } from 'web-kit/router';
import { followLiveStream } from './live-stream.ts';

/** Event of GET /api/live: the live of one model has started or ended. */
interface LiveChange {
  slug: string;
  isLive: boolean;
}

const readChange = (text: string): LiveChange | null => {
  try {
    const { slug, isLive } = JSON.parse(text) as Partial<LiveChange>;
    return typeof slug === 'string' && typeof isLive === 'boolean' ? { slug, isLive } : null;
  } catch {
    return null;
  }
};

/** Applies the state of the message without a request: all viewers receive it at the same moment. */
const applyChange = (client: QueryClient, { slug, isLive }: LiveChange): void => {
  const changed = <Model extends ModelView | null | undefined>(model: Model): Model =>
    model?.slug === slug ? { ...model, is_live: isLive } : model;
  const changedIn = <Page extends ListPage<ModelView>>(page: Page): Page => ({
    ...page,
    items: page.items.map(changed),
  });
  client.setQueriesData<ListPage<ModelView>>({ queryKey: queryKeys.models() }, (page) => page && changedIn(page));
  client.setQueriesData<InfiniteData<ListPage<ModelView>>>(
    { queryKey: ['more-models'] },
    (more) => more && { ...more, pages: more.pages.map(changedIn) },
  );
  client.setQueryData<FirstModels>(
    queryKeys.firstModels(),
    (first) => first && { ...first, models: first.models.map(changed) },
  );
  client.setQueriesData<ModelView | null>({ queryKey: ['model', slug] }, changed);
  modelCache.removeModel(slug);
};

/** Refetches what may have changed while the stream was closed. */
const refetchLive = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: ['models'] });
  void client.invalidateQueries({ queryKey: ['more-models'] });
  void client.invalidateQueries({ queryKey: ['model'] });
};

/** The most specific path first. */
const ALL_PAGES = pagesWhere(() => true);

/** The model whose page is shown, or null. */
const useShownModel = (): string | null => {
  const { pathname } = useLocation();
  const page = ALL_PAGES.find((name) => matchPath(routeOf(name), pathname));
  if (!page || pageOf(page).server?.data !== 'model') return null;
  return matchPath(routeOf(page), pathname)?.params.modelSlug ?? null;
};

/** Keeps LIVE badges in step while the page is in sight: the page of a model follows that model alone. */
export const useLiveChanges = (): void => {
  const client = useQueryClient();
  const slug = useShownModel();
  /** Lists of models have missed what happened to others while the page of one was shown. */
  const hasFollowedOne = useRef(false);
  useEffect(() => {
    const hasMissed = slug === null && hasFollowedOne.current;
    hasFollowedOne.current = slug !== null;
    return followLiveStream({
      slug,
      hasMissed,
      onChange: (text) => {
        const change = readChange(text);
        if (change) applyChange(client, change);
      },
      onMissed: () => refetchLive(client),
    });
  }, [client, slug]);
};
