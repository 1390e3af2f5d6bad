/** Whether a file system call failed with ENOENT or the like: the file or folder does not exist. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

/** Returns no entries when a folder does not exist. @throws any other error */
export const noneIfMissing = (error: unknown): never[] => {
  if (isMissing(error)) return [];
  throw error;
};
