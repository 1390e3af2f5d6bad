import { ERRORS, IMAGE_TOO_LARGE_TEXT } from 'contracts/errors';
import { FILE_TYPES, isVideoKind, maxBytes } from 'contracts/media';
import type { AssetKind, FileType } from 'contracts/media';
import { uploadAvatar, uploadCoverImage, uploadCoverVideo, uploadFile } from 'contracts/operations/uploads';
import { TEXTS } from 'contracts/texts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { upload } from 'web-kit/upload';
import type { Queue } from './queue.ts';

export { createQueue } from './queue.ts';
export type { Queue } from './queue.ts';

/** A file on its way: `share` is what was sent, 0 to 1. */
export interface UploadEntry {
  id: string;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  share: number;
  error?: string;
}

interface SendOptions {
  slug: string;
  session: Caller;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** The sentence for a file that need not be sent at all, or null. */
export const refusalOf = (file: Pick<File, 'size' | 'type'>, kind: AssetKind): string | null => {
  if (file.size > maxBytes(kind)) return isVideoKind(kind) ? ERRORS.FILE_TOO_LARGE.text : IMAGE_TOO_LARGE_TEXT;
  const family = isVideoKind(kind) ? 'video/' : 'image/';
  return file.type !== '' && !file.type.startsWith(family) ? ERRORS.INVALID_FILE_TYPE.text : null;
};

/** What to say of a failed upload: the server's sentence, else the specified one (section 8). */
export const uploadErrorText = (error: unknown): string => messageOf(error, error instanceof ApiError && error.status === 0 ? ERRORS.UPLOAD_FAILED.text : TEXTS.uploadRefused);

/** Sends a file of one of a model's three lists. */
export const sendItem = (fileType: FileType, file: File, { slug, ...options }: SendOptions): Promise<{ filename: string; filePath: string }> =>
  upload(uploadFile, { params: { fileType, modelSlug: slug }, file, ...options });

/** Sends an avatar or a cover, whose kind the file's own type decides (section 2). */
export const sendPicture = (kind: 'avatar' | 'cover', file: File, { slug, ...options }: SendOptions): Promise<{ filePath: string }> => {
  const operation = kind === 'avatar' ? uploadAvatar : isVideoFile(file) ? uploadCoverVideo : uploadCoverImage;
  return upload(operation, { params: { slug }, file, ...options });
};

export const isVideoFile = (file: Pick<File, 'type'>): boolean => file.type.startsWith('video/');

interface ListUploads {
  fileType: FileType;
  slug: string;
  session: Caller;
  queue: Queue;
  /** A file has arrived: what the list gains. */
  onUploaded: (uploaded: { filename: string; filePath: string; file: File }) => void;
}

/**
 * The files of one list on their way: added, sent three at a time over all lists, cancelled, tried again.
 */
export const useListUploads = ({ fileType, slug, session, queue, onUploaded }: ListUploads) => {
  const [entries, setEntries] = useState<UploadEntry[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  });
  useEffect(() => {
    const running = controllers.current;
    return () => running.forEach((controller) => controller.abort());
  }, []);

  const change = (id: string, next: Partial<UploadEntry>) => setEntries((all) => all.map((entry) => (entry.id === id ? { ...entry, ...next } : entry)));
  const drop = (id: string) => setEntries((all) => all.filter((entry) => entry.id !== id));

  const send = async ({ id, file }: UploadEntry) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      const answer = await queue(() => {
        change(id, { state: 'sending' });
        return sendItem(fileType, file, { slug, session, signal: controller.signal, onProgress: (share) => change(id, { share }) });
      }, controller.signal);
      drop(id);
      uploaded.current({ ...answer, file });
    } catch (error) {
      if (controller.signal.aborted) drop(id);
      else change(id, { state: 'failed', error: uploadErrorText(error) });
    } finally {
      controllers.current.delete(id);
    }
  };

  return {
    entries,
    /** Whether anything is still waiting or on its way. */
    busy: entries.some(({ state }) => state !== 'failed'),
    add: (files: readonly File[]) => {
      const added = files.map((file): UploadEntry => {
        const error = refusalOf(file, FILE_TYPES[fileType]);
        return { id: crypto.randomUUID(), file, share: 0, ...(error ? { state: 'failed', error } : { state: 'waiting' }) };
      });
      setEntries((all) => [...all, ...added]);
      for (const entry of added) if (entry.state === 'waiting') void send(entry);
    },
    retry: (entry: UploadEntry) => {
      const again: UploadEntry = { id: entry.id, file: entry.file, state: 'waiting', share: 0 };
      setEntries((all) => all.map((other) => (other.id === entry.id ? again : other)));
      void send(again);
    },
    /** Ends an upload under way, or takes a failed one off the list. */
    remove: (id: string) => {
      const controller = controllers.current.get(id);
      if (controller) controller.abort();
      else drop(id);
    },
  };
};
export type ListUploadsState = ReturnType<typeof useListUploads>;
