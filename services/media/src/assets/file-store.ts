import type { Logger } from 'service-kit/logger';
import { newKey } from 'service-kit/media-key';
import type { Postgres } from 'service-kit/postgres';
import type { Storage } from '../storage/storage.ts';
import type { FileRepository, StoredFile } from './file.repository.ts';

/** File to store: its bytes, or the path that it is moved from. */
export type NewFile = Pick<StoredFile, 'name' | 'contentType' | 'bytes'> & { content: Uint8Array | { path: string } };

/** Writes files so that none is ever left behind, and removes those that nothing refers to any more. */
export const createFileStore = ({
  postgres,
  storage,
  files,
  logger,
}: {
  postgres: Postgres;
  storage: Storage;
  files: FileRepository;
  logger: Logger;
}) => {
  /** Removes files that nothing refers to; returns their number. Replicas share the work. */
  const sweep = async (): Promise<number> => {
    let removed = 0;
    for (;;) {
      const count = await postgres.transaction(async (client) => {
        const keys = await files.takeRemovable(client);
        for (const key of keys) await storage.remove(key);
        await files.deleteRecords(client, keys);
        return keys.length;
      });
      if (count === 0) return removed;
      removed += count;
    }
  };
  /** Sweeps without failing the caller, whose own work is done: the next sweep repeats what failed. */
  const sweepSoon = () => sweep().catch((error: unknown) => logger.warn({ err: error }, 'file removal postponed'));

  return {
    sweep,
    sweepSoon,
    /** Writes files whose asset is saved later (`attach`) or never (`discard`). */
    store: async (newFiles: readonly NewFile[]): Promise<StoredFile[]> => {
      const storedFiles: StoredFile[] = [];
      for (const { content, ...file } of newFiles) {
        const stored = { ...file, key: newKey() };
        await files.reserve(postgres, stored);
        if (content instanceof Uint8Array) await storage.put(stored.key, content);
        else await storage.putFile(stored.key, content.path);
        storedFiles.push(stored);
      }
      return storedFiles;
    },
    attach: files.attach,
    discard: async (unused: readonly StoredFile[]): Promise<void> => {
      await files.releaseKeys(
        postgres,
        unused.map(({ key }) => key),
      );
      await sweepSoon();
    },
  };
};
export type FileStore = ReturnType<typeof createFileStore>;
