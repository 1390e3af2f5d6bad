import type { StoreSettings } from '../config.ts';
import type { MediaStore } from './store.ts';

/** Opens the storage driver that the configuration names; the dependencies of the other driver are not loaded. */
export const openMediaStore = async (settings: StoreSettings): Promise<MediaStore> => {
  if (settings.STORAGE_DRIVER === 's3') return (await import('./s3-store.ts')).createS3Store(settings);
  return (await import('./file-store.ts')).createFileStore(settings.STORAGE_DIR);
};
