import { z } from 'zod';
import { readConfig } from './config.ts';

const settings = z.object({
  NODE_ENV: z.string().default('production'),
  /** Seconds between the wish to stop and the last accepted connection: whoever sends requests here has to hear of it first. */
  DRAIN_SECONDS: z.coerce.number().min(0).optional(),
  /** Seconds that what runs may take after that; longer than the longest upload. */
  STOP_SECONDS: z.coerce.number().positive().default(25),
});

/** Of the last seconds, those left to what comes after the requests: events, relays, connections. */
const AFTER_REQUESTS = 10;

/** How this process stops, in milliseconds. @throws ConfigError */
export const readStopping = () => {
  const { NODE_ENV, DRAIN_SECONDS = NODE_ENV === 'production' ? 5 : 0, STOP_SECONDS } = readConfig(settings);
  return {
    drain: DRAIN_SECONDS * 1_000,
    deadline: STOP_SECONDS * 1_000,
    requests: Math.max(1, STOP_SECONDS - AFTER_REQUESTS) * 1_000,
  };
};

let draining = false;

/** From now on this process says that it is not ready, and asks each client not to come back on the same connection. */
export const beginDraining = (): void => {
  draining = true;
};
export const isDraining = (): boolean => draining;
