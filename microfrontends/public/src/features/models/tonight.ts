import type { ModelView } from 'contracts/models';
import { nextLive, wallClock } from 'web-kit/next-live';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** An evening ends at six in the morning, Paris time. */
const END_OF_EVENING_MS = 6 * HOUR_MS;

export interface Appearance {
  model: ModelView;
  /** Start of the live in milliseconds; null: it is live now. */
  startsAt: number | null;
}

/** Returns the milliseconds until the end of the evening; after midnight, of the following evening. */
const restOfEvening = (now: number): number => {
  const wall = wallClock(now);
  const soon = wall + END_OF_EVENING_MS;
  const morning = Math.floor(soon / DAY_MS) * DAY_MS + END_OF_EVENING_MS;
  return (morning > soon ? morning : morning + DAY_MS) - wall;
};

/**
 * Returns the models of this evening by their schedules (docs/domain.md#live): live ones first, then by the hour.
 * @param now milliseconds
 */
export const tonight = (models: readonly ModelView[], now: number): Appearance[] => {
  const end = now + restOfEvening(now);
  return models
    .flatMap((model): Appearance[] => {
      if (model.is_live) return [{ model, startsAt: null }];
      const { live_schedule_start: start, live_schedule_end: stop } = model;
      const startsAt = nextLive(start, now);
      return start !== stop && startsAt < end ? [{ model, startsAt }] : [];
    })
    .sort((one, other) => (one.startsAt ?? 0) - (other.startsAt ?? 0));
};
