import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from 'service-kit/errors';

/** Attempts of a writer that conflicts with others; each round has a winner. */
const ATTEMPTS = 60;
/** Maximum pause between two attempts. */
const MAX_PAUSE_MS = 20;

/** Returns the first result of `step` other than null. @throws AppError SERVICE_UNAVAILABLE when every attempt conflicts */
export const untilDone = async <Result>(step: () => Promise<Result | null>): Promise<Result> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(Math.random() * MAX_PAUSE_MS);
    const result = await step();
    if (result !== null) return result;
  }
  throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
};

/** Repeats `step` with the currently stored value until it returns a result other than null. */
export const untilWritten = <Stored, Result>(
  read: () => Promise<Stored | null>,
  step: (stored: Stored) => Promise<Result | null>,
): Promise<Result> =>
  untilDone(async () => {
    const stored = await read();
    if (!stored) throw new AppError('MODEL_NOT_FOUND');
    return step(stored);
  });

/** Ignores MODEL_NOT_FOUND: the model was deleted meanwhile. */
export const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof AppError && error.code === 'MODEL_NOT_FOUND')) throw error;
};
