import { useEffect } from 'react';
import { modelCache } from 'web-kit/model-cache';
import { useQueryClient } from 'web-kit/query';
import type { QueryClient, QueryRoot } from 'web-kit/query';
import { createLiveSchedule } from './live-schedule.ts';
import { followLiveStream } from './live-stream.ts';
import { changeModels, shownSlugs } from './shown-models.ts';

/** Delay before another stream is opened, during which further models may be added or removed. */
const SETTLING_MS = 1_000;

/** Event of GET /api/live: the live of a model was started or ended by hand; `until`: time of the schedule's next change. */
interface LiveChange {
  slug: string;
  isLive: boolean;
  until: string | null;
}

const readChange = (text: string): LiveChange | null => {
  try {
    const { slug, isLive, until } = JSON.parse(text) as Partial<LiveChange>;
    return typeof slug === 'string' && typeof isLive === 'boolean' ? { slug, isLive, until: until ?? null } : null;
  } catch {
    return null;
  }
};

/** Applies the state of the event without a request, which all viewers would otherwise send at the same moment. */
const applyChange = (client: QueryClient, { slug, isLive, until }: LiveChange): void => {
  changeModels(client, (model) =>
    model.slug === slug ? { ...model, is_live: isLive, live_changes_at: until } : model,
  );
  modelCache.removeModel(slug);
};

/** Refetches data that may have changed while the stream was closed. */
const refetchLive = (client: QueryClient): void => {
  for (const root of ['models', 'more-models', 'model'] satisfies QueryRoot[])
    void client.invalidateQueries({ queryKey: [root] });
};

/**
 * Updates LIVE badges by the schedules of the loaded models and by the events of the shown ones. A page without models opens no
 * stream.
 * @returns a function that stops the updates
 */
const followLives = (client: QueryClient): (() => void) => {
  const schedule = createLiveSchedule(client);
  /** Models that a former stream has followed: their events since then were missed. */
  const knownChanges = new Set<string>();
  let followed = new Set<string>();
  let endStream = () => {};
  let followTimer: ReturnType<typeof setTimeout> | undefined;

  const follow = () => {
    followTimer = undefined;
    schedule.update();
    const slugs = shownSlugs(client);
    if (slugs.length === followed.size && slugs.every((slug) => followed.has(slug))) return;
    const hasMissed = slugs.some((slug) => knownChanges.has(slug) && !followed.has(slug));
    endStream();
    followed = new Set(slugs);
    for (const slug of slugs) knownChanges.add(slug);
    endStream =
      slugs.length === 0
        ? () => {}
        : followLiveStream({
            slugs,
            hasMissed,
            onClock: schedule.setClock,
            onChange: (text) => {
              const change = readChange(text);
              if (change) applyChange(client, change);
            },
            onMissed: () => refetchLive(client),
          });
  };
  follow();
  const unsubscribe = client.getQueryCache().subscribe(() => {
    followTimer ??= setTimeout(follow, SETTLING_MS);
  });
  return () => {
    unsubscribe();
    clearTimeout(followTimer);
    endStream();
    schedule.end();
  };
};

/** Runs `followLives` while the site is open. */
export const useLiveChanges = (): void => {
  const client = useQueryClient();
  useEffect(() => followLives(client), [client]);
};
