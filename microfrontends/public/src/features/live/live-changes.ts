import type { ModelView } from 'contracts/models';
import { useEffect } from 'react';
import type { FirstModels } from 'web-kit/first-models';
import { modelCache } from 'web-kit/model-cache';
import { queryKeys, useQueryClient } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
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
  client.setQueriesData<ModelView[]>({ queryKey: ['models'] }, (models) => models?.map(changed));
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
  void client.invalidateQueries({ queryKey: ['model'] });
};

/** Keeps LIVE badges in step while the page is in sight. */
export const useLiveChanges = (): void => {
  const client = useQueryClient();
  useEffect(
    () =>
      followLiveStream({
        onChange: (text) => {
          const change = readChange(text);
          if (change) applyChange(client, change);
        },
        onMissed: () => refetchLive(client),
      }),
    [client],
  );
};
