import type { Locker } from '@tus/server';
import type { AdvisoryLocks } from 'service-kit/advisory-locks';
import { AppError } from 'service-kit/errors';

/** Time that a request waits for the previous one to end. */
const LOCK_TIMEOUT_MS = 30_000;

/** Locks an upload across replicas: a new request makes the current one end. */
export const createUploadLocks = (locks: AdvisoryLocks) => {
  const acquire = async (
    id: string,
    { signal, onContention = () => {} }: { signal?: AbortSignal; onContention?: () => void } = {},
  ) => {
    const patience = AbortSignal.timeout(LOCK_TIMEOUT_MS);
    try {
      return await locks.acquire(`resumable upload ${id}`, {
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
        onContention,
      });
    } catch (error) {
      throw error === patience.reason ? new AppError('UPLOAD_BUSY', { retryAfterSeconds: 2, cause: error }) : error;
    }
  };
  return {
    holding: async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
      const release = await acquire(id);
      return work().finally(release);
    },
    /** Adapts the locks to the tus server. */
    locker: (idOf: (name: string) => string): Locker => ({
      newLock: (name) => {
        let release: (() => Promise<void>) | undefined;
        return {
          lock: async (signal, onContention) => {
            release = await acquire(idOf(name), { signal, onContention: () => void onContention() });
          },
          unlock: async () => release?.(),
        };
      },
    }),
  };
};
export type UploadLocks = ReturnType<typeof createUploadLocks>;
