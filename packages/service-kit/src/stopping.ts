import { z } from 'zod';
import { readConfig } from './config.ts';

const settings = z.object({
  NODE_ENV: z.string().default('production'),
  /** Seconds between SIGTERM and closing the port: load balancers must notice first. */
  DRAIN_SECONDS: z.coerce.number().min(0).optional(),
  /**
   * Seconds after the drain until a forced exit; open requests may use all but the last 10, which must exceed the longest upload.
   */
  STOP_SECONDS: z.coerce.number().positive().default(25),
});

/** Part of STOP_SECONDS reserved for events, relays and connections after the requests. */
const AFTER_REQUESTS_SECONDS = 10;

/** Returns the periods of this process's graceful shutdown. @throws ConfigError */
export const readStopping = () => {
  const { NODE_ENV, DRAIN_SECONDS = NODE_ENV === 'production' ? 5 : 0, STOP_SECONDS } = readConfig(settings);
  return {
    drainMs: DRAIN_SECONDS * 1_000,
    deadlineMs: STOP_SECONDS * 1_000,
    requestsMs: Math.max(1, STOP_SECONDS - AFTER_REQUESTS_SECONDS) * 1_000,
  };
};

let draining = false;

/** Reports this process as not ready from now on, and closes each connection after its next response. */
export const beginDraining = (): void => {
  draining = true;
};
/** Whether this process is draining. */
export const isDraining = (): boolean => draining;
