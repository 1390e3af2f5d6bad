import type { Logger } from 'service-kit/logger';
import type { Storage } from '../storage/file-storage.ts';
import type { AssetRepository } from './asset.repository.ts';
import { keys } from './asset.ts';

/** Milliseconds between two looks for files of deleted assets. */
const EVERY = 30_000;

interface SweepDeps {
  assets: AssetRepository;
  storage: Storage;
  logger: Logger;
  /** Whatever else lies around. */
  also: () => Promise<void>;
}

/** Removes the files of deleted assets; replicas may do the same work twice without harm. */
export const createSweep = ({ assets, storage, logger, also }: SweepDeps) => {
  const sweep = async (): Promise<void> => {
    for (const id of await assets.toRemove()) {
      await storage.remove(keys.all(id));
      await assets.filesRemoved(id);
    }
    await also();
  };
  return {
    sweep,
    start: () => {
      const attempt = () => void sweep().catch((error: unknown) => logger.warn({ err: error }, 'the sweep failed, trying again later'));
      attempt();
      const timer = setInterval(attempt, EVERY);
      return { stop: () => clearInterval(timer) };
    },
  };
};
