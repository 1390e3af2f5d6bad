import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Creates the folders below STORAGE_DIR if missing, accessible only to this process's user. */
export const makeFolders = async (storageDir: string) => {
  const root = resolve(storageDir);
  const folders = {
    root,
    /** Stored files. */
    files: join(root, 'files'),
    /** Incoming uploads. */
    incoming: join(root, 'incoming'),
    /** Parts of resumable uploads. */
    parts: join(root, 'parts'),
    /** Temporary renditions. */
    work: join(root, 'work'),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  return folders;
};
export type Folders = Awaited<ReturnType<typeof makeFolders>>;
