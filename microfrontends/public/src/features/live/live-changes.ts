import { useEffect } from 'react';
import { modelCache } from 'web-kit/model-cache';
import { useQueryClient } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import { createLiveSchedule } from './live-schedule.ts';
import { followLiveStream } from './live-stream.ts';
import { changeModels, shownSlugs } from './shown-models.ts';

/** Time in which further models may arrive, or leave, before another stream is opened. */
const SETTLING_MS = 1_000;

/** Event of GET /api/live: a person has begun or ended the live of one model; `until`: what its schedule does next. */
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

/** Applies the state of the message without a request: all viewers receive it at the same moment. */
const applyChange = (client: QueryClient, { slug, isLive, until }: LiveChange): void => {
  changeModels(client, (model) =>
    model.slug === slug ? { ...model, is_live: isLive, live_changes_at: until } : model,
  );
  modelCache.removeModel(slug);
};

/** Refetches what may have changed while the stream was closed. */
const refetchLive = (client: QueryClient): void => {
  for (const key of ['models', 'more-models', 'model']) void client.invalidateQueries({ queryKey: [key] });
};

/**
 * Keeps LIVE badges in step: by the schedules of the models that the page has, and by the events of those that it shows. A page
 * without models opens no stream.
 * @returns ends it
 */
const followLives = (client: QueryClient): (() => void) => {
  const schedule = createLiveSchedule(client);
  /** Models that were followed at some time: what happened to them meanwhile was missed. */
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

/** `followLives` while the site is shown. */
export const useLiveChanges = (): void => {
  const client = useQueryClient();
  useEffect(() => followLives(client), [client]);
};
