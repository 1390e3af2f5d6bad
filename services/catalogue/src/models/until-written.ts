import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from 'service-kit/errors';

/** Writers that lose against another start again; each round has a winner. */
const ATTEMPTS = 60;
/** Time at most between two attempts. */
const MAX_PAUSE_MS = 20;

/** The first result of `step` other than null. @throws AppError SERVICE_UNAVAILABLE when it always loses */
export const untilDone = async <Result>(step: () => Promise<Result | null>): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(Math.random() * MAX_PAUSE_MS);
    const result = await step();
    if (result !== null) return result;
  }
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
};

/** Starts again from what is stored now, until `step` returns something other than null. */
export const untilWritten = <Stored, Result>(
  read: () => Promise<Stored | null>,
  step: (stored: Stored) => Promise<Result | null>,
): Promise<Result> =>
  untilDone(async () => {
    const stored = await read();
    if (!stored) throw new AppError('MODEL_NOT_FOUND');
    return step(stored);
  });

/** The model was deleted meanwhile: there is nothing left to change. */
export const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof AppError && error.code === 'MODEL_NOT_FOUND')) throw error;
};
