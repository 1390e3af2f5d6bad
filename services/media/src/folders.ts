import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folders below STORAGE_DIR, made where they are missing, for this process's user alone. */
export const makeFolders = async (storageDir: string) => {
  const root = resolve(storageDir);
  const folders = {
    root,
    /** Stored files. */
    files: join(root, 'files'),
    /** Uploads on their way. */
    incoming: join(root, 'incoming'),
    /** Uploads that come in parts. */
    parts: join(root, 'parts'),
    /** Renditions being made. */
    work: join(root, 'work'),
  };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  return folders;
};
export type Folders = Awaited<ReturnType<typeof makeFolders>>;
