import type { Logger } from 'service-kit/logger';
import { newKey } from 'service-kit/media-key';
import type { Postgres } from 'service-kit/postgres';
import type { Storage } from '../storage/storage.ts';
import type { FileRepository, StoredFile } from './file.repository.ts';

/** File to store: its bytes, or a path from which it is moved. */
export type NewFile = Pick<StoredFile, 'name' | 'contentType' | 'bytes'> & { content: Uint8Array | { path: string } };

/** Writes files without ever leaving orphans, and deletes unreferenced ones. */
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
  /** Deletes unreferenced files; returns their number. Replicas share the work. */
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
  /** Sweeps in the background: a failure is logged and repeated by the next sweep. */
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
