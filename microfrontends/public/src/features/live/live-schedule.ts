import type { ModelView } from 'contracts/models';
import { nextLive } from 'web-kit/next-live';
import type { FirstModels } from 'web-kit/first-models';
import { queryKeys } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import { changeModels, knownModels } from './shown-models.ts';

/** Time for the first message of the stream, with the server's clock; then the device's own is believed. */
const CLOCK_WAIT_MS = 5_000;
/** A timer may be late by as much as the device slept: it is set anew at least this often. */
const MAX_WAIT_MS = 60 * 60_000;
/** Until a list of live models is fetched again: caches have the new one by then, and visitors send their requests at different times. */
const REFETCH_AFTER_MS = { least: 2_000, spread: 2_000 };

/** The model as its schedule has it at an instant (milliseconds): the changes that were due since the response. */
const advanced = (model: ModelView, now: number): ModelView => {
  let { is_live, live_changes_at } = model;
  while (live_changes_at && Date.parse(live_changes_at) <= now) {
    const at = Date.parse(live_changes_at);
    is_live = !is_live;
    live_changes_at = new Date(
      nextLive(is_live ? model.live_schedule_end : model.live_schedule_start, at),
    ).toISOString();
  }
  return live_changes_at === model.live_changes_at ? model : { ...model, is_live, live_changes_at };
};

/** Begins and ends lives on this page when their schedules do, all at the same instant and without a request. */
export const createLiveSchedule = (client: QueryClient) => {
  /** Lead of the server's clock over this device's; null until it is known. */
  let offsetMs: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refetching: ReturnType<typeof setTimeout> | undefined;

  /** Lists of live models alone gain and lose some. */
  const refetch = () =>
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'models' && queryKey[2] === 'live' });

  /** Applies what is due, and waits for what comes next. */
  const update = (): void => {
    clearTimeout(timer);
    if (offsetMs === null) return;
    const now = Date.now() + offsetMs;
    if (changeModels(client, (model) => advanced(model, now))) {
      // Models of a long list that are not loaded have begun or ended too.
      client.setQueryData<FirstModels>(queryKeys.firstModels(), (first) => first && { ...first, live: null });
      clearTimeout(refetching);
      refetching = setTimeout(refetch, REFETCH_AFTER_MS.least + Math.random() * REFETCH_AFTER_MS.spread);
    }
    const next = Math.min(
      ...knownModels(client).map(({ live_changes_at: at }) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY)),
    );
    if (next < Number.POSITIVE_INFINITY) timer = setTimeout(update, Math.min(next - now, MAX_WAIT_MS));
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
