import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { ApiError, failureText } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { deleteUpload } from './api/delete-upload.ts';

/** Files deleted at the same time. */
const AT_ONCE = 4;

interface Deletion {
  slug: string;
  session: Caller;
  /** Deleted files, including those deleted earlier. */
  onDeleted: (filenames: ReadonlySet<string>) => void;
  onFailed: (text: string) => void;
}

/** Deletes files of a model on the server, several at a time; what cannot be deleted stays. */
export const useDeletion = ({ slug, session, onDeleted, onFailed }: Deletion) => {
  const [busy, setBusy] = useState(false);

  const deleteFiles = async (filenames: readonly string[]): Promise<void> => {
    setBusy(true);
    const left = [...filenames];
    const deleted = new Set<string>();
    let failure: unknown = null;
    const work = async () => {
      for (let filename = left.shift(); filename !== undefined; filename = left.shift()) {
        try {
          await deleteUpload(session, slug, filename);
          deleted.add(filename);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'FILE_NOT_FOUND') deleted.add(filename);
          else failure = error;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setBusy(false);
    if (deleted.size > 0) onDeleted(deleted);
    if (failure !== null) onFailed(failureText(failure, { refused: TEXTS.deleteFileFailed }));
  };
  return { busy, deleteFiles };
};
