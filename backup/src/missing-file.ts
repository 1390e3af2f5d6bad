/** Whether a call of the file system failed because there is no such file or folder, and for no other reason. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

/** The entries of a folder that does not exist. @throws any other error */
export const noneIfMissing = (error: unknown): never[] => {
  if (isMissing(error)) return [];
  throw error;
};
