import type { StorageSettings } from '../config.ts';
import { makeFolders } from '../folders.ts';
import type { Folders } from '../folders.ts';
import type { Parts } from './parts.ts';
import type { Storage } from './storage.ts';

export interface OpenStorage {
  storage: Storage;
  parts: Parts;
  /** Folders of this process, for temporary files. */
  folders: Folders;
}

/** Opens the storage driver that the configuration names; the dependencies of the other driver are not loaded. */
export const openStorage = async (settings: StorageSettings): Promise<OpenStorage> => {
  const folders = await makeFolders(settings.STORAGE_DIR);
  if (settings.STORAGE_DRIVER === 's3') {
    const [{ createS3Storage }, { createS3Parts }] = await Promise.all([
      import('./s3-storage.ts'),
      import('./s3-parts.ts'),
    ]);
    return {
      folders,
      storage: createS3Storage({ store: settings, localFolder: folders.work }),
      parts: createS3Parts({ store: settings, localFolder: folders.incoming }),
    };
  }
  const [{ createFileStorage }, { createFileParts }] = await Promise.all([
    import('./file-storage.ts'),
    import('./file-parts.ts'),
  ]);
  return {
    folders,
    storage: createFileStorage(folders.files),
    parts: createFileParts({ root: folders.root, incomingFolder: folders.incoming }),
  };
};
