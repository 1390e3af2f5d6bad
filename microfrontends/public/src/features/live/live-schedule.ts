import type { ModelView } from 'contracts/models';
import { nextLive } from 'web-kit/next-live';
import type { FirstModels } from 'web-kit/first-models';
import { queryKeys } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import { changeModels, knownModels } from './shown-models.ts';

/** Time in which the stream must deliver the server's clock; after it the device's clock is used. */
const CLOCK_WAIT_MS = 5_000;
/** Longest timer: a timer is late by the time that the device slept, so it is restarted at least this often. */
const MAX_WAIT_MS = 60 * 60_000;
/**
 * Delay before a list of live models is fetched again, random so that visitors spread their requests; caches have the new list by
 * then.
 */
const REFETCH_AFTER_MS = { least: 2_000, spread: 2_000 };

/** Applies the changes that a model's schedule has made since the response. */
const applyDueChanges = (model: ModelView, nowMs: number): ModelView => {
  let { is_live, live_changes_at } = model;
  while (live_changes_at && Date.parse(live_changes_at) <= nowMs) {
    const at = Date.parse(live_changes_at);
    is_live = !is_live;
    live_changes_at = new Date(
      nextLive(is_live ? model.live_schedule_end : model.live_schedule_start, at),
    ).toISOString();
  }
  return live_changes_at === model.live_changes_at ? model : { ...model, is_live, live_changes_at };
};

/** Starts and ends lives on this page by their schedules, at the same instant for all viewers and without a request. */
export const createLiveSchedule = (client: QueryClient) => {
  /** Milliseconds that the server's clock is ahead of this device's; null until known. */
  let offsetMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refetching: ReturnType<typeof setTimeout> | undefined;

  /** Refetches the lists of live models: only they gain and lose models. */
  const refetch = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'models' && queryKey[2] === 'live' });

  /** Applies due changes and schedules the next one. */
  const update = (): void => {
    clearTimeout(timer);
    if (offsetMs === null) return;
    const nowMs = Date.now() + offsetMs;
    if (changeModels(client, (model) => applyDueChanges(model, nowMs))) {
      // Models of a long list that are not loaded may have changed too.
      client.setQueryData<FirstModels>(queryKeys.firstModels(), (first) => first && { ...first, live: null });
      clearTimeout(refetching);
      refetching = setTimeout(refetch, REFETCH_AFTER_MS.least + Math.random() * REFETCH_AFTER_MS.spread);
    }
    const next = Math.min(
      ...knownModels(client).map(({ live_changes_at: at }) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY)),
    );
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(update, Math.min(next - nowMs, MAX_WAIT_MS));
  };
  const setClock = (serverNow: number): void => {
    offsetMs = serverNow - Date.now();
    update();
  };
  const clockTimer = setTimeout(() => offsetMs ?? setClock(Date.now()), CLOCK_WAIT_MS);
  const updateInSight = () => {
    if (document.visibilityState === 'visible') update();
  };
  document.addEventListener('visibilitychange', updateInSight);
  return {
    update,
    setClock,
    end: (): void => {
      for (const each of [timer, refetching, clockTimer]) clearTimeout(each);
      document.removeEventListener('visibilitychange', updateInSight);
    },
  };
};
