import { FILE_TYPES } from 'contracts/media';
import type { FileType } from 'contracts/media';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Caller } from 'web-kit/api';
import type { Queue, UploadEntry, UploadList } from './queue.ts';
import { itemSender } from './senders.ts';
import { rejectionOf } from './upload-errors.ts';

export { createQueue } from './queue.ts';
export type { Queue, UploadEntry, UploadList } from './queue.ts';
export { pictureSender } from './senders.ts';
export { isVideoFile, rejectionOf } from './upload-errors.ts';
export { UploadRow } from './upload-row.tsx';

/** Returns the uploads of one list. */
export const useEntries = (queue: Queue, list: UploadList): readonly UploadEntry[] =>
  useSyncExternalStore(queue.subscribe, () => queue.entries(list));

/** Returns the number of waiting and running uploads of all lists. */
export const useRunning = (queue: Queue): number => useSyncExternalStore(queue.subscribe, queue.running);

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Guards the uploads of a form: a file dropped beside a list does not replace the page, and unmounting the form cancels the
 * remaining uploads.
 * @returns the number of waiting and running uploads, for the unsaved-changes guard
 */
export const useUploadGuard = (queue: Queue): number => {
  const running = useRunning(queue);
  useEffect(() => () => queue.clear(), [queue]);
  useEffect(() => {
    const preventDrop = (event: DragEvent) => {
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    document.addEventListener('dragover', preventDrop);
    document.addEventListener('drop', preventDrop);
    return () => {
      document.removeEventListener('dragover', preventDrop);
      document.removeEventListener('drop', preventDrop);
    };
  }, []);
  return running;
};

interface ListUploads {
  fileType: FileType;
  slug: string;
  session: Caller;
  queue: Queue;
  /** Called per uploaded file. `name` is its name on the user's device, `order` its position among the files added together. */
  onUploaded: (uploaded: { filename: string; filePath: string; name: string; order: number }) => void;
}

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
let added = 0;

/** Returns the uploads of one list. Files that arrive while the list is hidden are reported too. */
export const useListUploads = ({ fileType, slug, session, queue, onUploaded }: ListUploads) => {
  const entries = useEntries(queue, fileType);
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  });
  const add = useCallback(
    (files: readonly File[]) => {
      const pending = queue.entries(fileType).filter(({ state }) => state !== 'failed');
      const unknown = files.filter((file) => !pending.some((entry) => isSame(entry.file, file)));
      queue.add(
        unknown.map((file) => {
          const order = added++;
          return {
            list: fileType,
            file,
            rejection: rejectionOf(file, FILE_TYPES[fileType]),
            send: itemSender(fileType, { slug, file, session }),
            onDone: (response: { filename: string; filePath: string }) =>
              uploaded.current({ ...response, name: file.name, order }),
          };
        }),
      );
    },
    [queue, fileType, slug, session],
  );
  return { entries, add, busy: entries.some(({ state }) => state !== 'failed') };
};
