import type { ModelView } from 'contracts/models';
import { nextLive, wallClock } from 'web-kit/next-live';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** An evening ends at six in the morning, Paris time. */
const END_OF_EVENING_MS = 6 * HOUR_MS;

export interface Appearance {
  model: ModelView;
  /** Start of the live; null: it is live now. */
  startsAtMs: number | null;
}

/** Returns the time until the end of the evening; after midnight, of the following evening. */
const restOfEveningMs = (nowMs: number): number => {
  const wall = wallClock(nowMs);
  const soon = wall + END_OF_EVENING_MS;
  const morning = Math.floor(soon / DAY_MS) * DAY_MS + END_OF_EVENING_MS;
  return (morning > soon ? morning : morning + DAY_MS) - wall;
};

/** Returns the models of this evening by their schedules (docs/domain.md#live): live ones first, then by the hour. */
export const tonight = (models: readonly ModelView[], nowMs: number): Appearance[] => {
  const endMs = nowMs + restOfEveningMs(nowMs);
  return models
    .flatMap((model): Appearance[] => {
      if (model.is_live) return [{ model, startsAtMs: null }];
      const { live_schedule_start: start, live_schedule_end: stop } = model;
      const startsAtMs = nextLive(start, nowMs);
      return start !== stop && startsAtMs < endMs ? [{ model, startsAtMs }] : [];
    })
    .sort((one, other) => (one.startsAtMs ?? 0) - (other.startsAtMs ?? 0));
};
