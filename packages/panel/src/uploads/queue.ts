import { ERRORS } from 'contracts/errors';
import { retryDelay } from 'contracts/retry-delay';
import { ApiError } from 'web-kit/api';
import { browserConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { speedAfter } from './speed.ts';
import { isInterruption, isRejectedFile, noRoomText, uploadErrorText } from './upload-errors.ts';

/** Maximum number of concurrent uploads over all lists. */
const CONCURRENCY = 3;
/** Delays between attempts after a lost connection; the last one is repeated. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** Number of consecutive attempts without progress after which the upload waits for a manual retry. */
const MOST_ATTEMPTS = 10;
/** Time without progress after which an attempt counts as lost: longer than the server needs to process a file. */
const STALL_TIMEOUT_MS = 150_000;
const REPORT_INTERVAL_MS = 250;

/** List that a file belongs to: one of a model's three lists or of its three pictures. */
export type UploadList = 'photos' | 'videos' | 'lives' | 'avatar' | 'cover' | 'social';
/** Lists with a single file. */
const SINGLE: ReadonlySet<UploadList> = new Set(['avatar', 'cover', 'social']);

/** A file in the queue. `paused`: the connection was lost or the server is at capacity; the upload resumes by itself. */
export interface UploadEntry {
  id: string;
  list: UploadList;
  file: File;
  state: 'waiting' | 'sending' | 'paused' | 'failed';
  sentBytes: number;
  /** null until known. */
  bytesPerSecond: number | null;
  /** Why it has failed, or why the server has no capacity. */
  error?: string;
  /** Whether further attempts would be rejected too. */
  isRejected?: boolean;
}

export interface SendOptions {
  signal: AbortSignal;
  /** Receives the share that was sent, 0 to 1. */
  onProgress: (share: number) => void;
}
/** Makes one attempt to send a file. A resumable transport stores its progress between attempts. */
export type Send<Uploaded> = (options: SendOptions) => Promise<Uploaded>;

export interface Job<Uploaded> {
  list: UploadList;
  file: File;
  /** Error text of a file that is rejected before it is sent. */
  rejection?: string | null;
  send: Send<Uploaded>;
  onDone: (response: Uploaded) => void;
  /** Receives the error text of a rejected file, or of one that waits for a manual retry. */
  onFailed?: ((text: string) => void) | undefined;
}

interface Work {
  entry: UploadEntry;
  /** Makes one attempt, and notifies the file's owner unless the upload was cancelled. */
  attempt: (options: SendOptions) => Promise<void>;
  onFailed: ((text: string) => void) | undefined;
  controller: AbortController | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  attempts: number;
  furthestBytes: number;
  reported: { atMs: number; sentBytes: number };
}

interface QueueOptions {
  atOnce?: number;
  connection?: Connection;
  clock?: () => number;
}

const NONE: readonly UploadEntry[] = [];
const withoutError = ({ error: _, ...entry }: UploadEntry): UploadEntry => entry;
/** Abort reason of an attempt that the queue ends itself in order to retry. */
const LOST = new DOMException('The connection is lost', 'TimeoutError');

/**
 * Creates the upload queue of one model: at most three uploads at a time, each cancelled or retried separately, paused while the
 * connection is down. It exists as long as the form, whichever part is shown.
 */
export const createQueue = ({
  atOnce = CONCURRENCY,
  connection = browserConnection,
  clock = Date.now,
}: QueueOptions = {}) => {
  const works = new Map<string, Work>();
  const listeners = new Set<() => void>();
  let lists = new Map<UploadList, readonly UploadEntry[]>();

  const publish = () => {
    const next = new Map<UploadList, readonly UploadEntry[]>();
    for (const { entry } of works.values()) next.set(entry.list, [...(next.get(entry.list) ?? NONE), entry]);
    // An unchanged list stays the same array, which avoids a render.
    for (const [list, entries] of next) {
      const before = lists.get(list);
      if (before?.length === entries.length && entries.every((entry, index) => entry === before[index]))
        next.set(list, before);
    }
    lists = next;
    for (const listener of listeners) listener();
  };
  const change = (work: Work, next: Partial<UploadEntry>) => {
    work.entry = { ...work.entry, ...next };
    publish();
  };

  const progress = (work: Work, share: number) => {
    const sentBytes = Math.round(share * work.entry.file.size);
    if (sentBytes > work.furthestBytes) {
      work.furthestBytes = sentBytes;
      work.attempts = 0;
    }
    const elapsedMs = clock() - work.reported.atMs;
    if (elapsedMs < REPORT_INTERVAL_MS && share < 1) return;
    const bytesPerSecond = speedAfter(work.entry.bytesPerSecond, sentBytes - work.reported.sentBytes, elapsedMs);
    work.reported = { atMs: clock(), sentBytes };
    change(work, { sentBytes, bytesPerSecond });
  };

  const pause = (work: Work, error: unknown) => {
    const noRoom = noRoomText(error);
    const retryAfterMs = error instanceof ApiError ? error.retryAfterSeconds * 1_000 : 0;
    work.attempts += 1;
    if (work.attempts >= MOST_ATTEMPTS) return fail(work, noRoom ?? ERRORS.UPLOAD_FAILED.text);
    change(work, { state: 'paused', bytesPerSecond: null, ...(noRoom && { error: noRoom }) });
    // Offline there is nothing to retry: the browser's `online` event resumes.
    if (connection.isOnline())
      work.timer = setTimeout(() => void run(work), Math.max(retryAfterMs, retryDelay(RETRY_DELAYS_MS, work.attempts)));
    else work.attempts = 0;
  };
  const fail = (work: Work, error: string, isRejected = false) => {
    change(work, { state: 'failed', bytesPerSecond: null, error, ...(isRejected && { isRejected }) });
    work.onFailed?.(error);
    fill();
  };

  const run = async (work: Work) => {
    const controller = new AbortController();
    const watch = () => {
      clearTimeout(work.timer);
      work.timer = setTimeout(() => controller.abort(LOST), STALL_TIMEOUT_MS);
    };
    work.controller = controller;
    work.reported = { atMs: clock(), sentBytes: work.entry.sentBytes };
    work.entry = withoutError(work.entry);
    change(work, { state: 'sending' });
    watch();
    try {
      await work.attempt({
        signal: controller.signal,
        onProgress: (share) => {
          if (controller.signal.aborted) return;
          watch();
          progress(work, share);
        },
      });
      clearTimeout(work.timer);
      works.delete(work.entry.id);
      publish();
      fill();
    } catch (error) {
      clearTimeout(work.timer);
      work.controller = null;
      if (!works.has(work.entry.id)) return;
      if (controller.signal.reason === LOST || isInterruption(error)) pause(work, error);
      else fail(work, uploadErrorText(error, { isSingle: SINGLE.has(work.entry.list) }), isRejectedFile(error));
    }
  };

  /** Starts waiting uploads. A paused file occupies its slot: the next one would meet the same outage. */
  const fill = () => {
    const all = [...works.values()];
    let free = atOnce - all.filter(({ entry: { state } }) => state === 'sending' || state === 'paused').length;
    for (const work of all) {
      if (free <= 0) return;
      if (work.entry.state !== 'waiting') continue;
      free -= 1;
      void run(work);
    }
  };

  const remove = (id: string) => {
    const work = works.get(id);
    if (!work) return;
    works.delete(id);
    clearTimeout(work.timer);
    work.controller?.abort();
    publish();
    fill();
  };
  const retry = (id: string) => {
    const work = works.get(id);
    if (work?.entry.state !== 'failed' || work.entry.isRejected) return;
    work.attempts = 0;
    work.entry = { ...withoutError(work.entry), state: 'waiting' };
    publish();
    fill();
  };

  const onConnection = () => {
    for (const work of works.values()) {
      if (!connection.isOnline()) work.controller?.abort(LOST);
      else if (work.entry.state === 'paused') {
        clearTimeout(work.timer);
        void run(work);
      }
    }
  };
  let stopListening: (() => void) | null = null;

  return {
    /** Adds files in order; a rejected one is listed with its error text and never sent. */
    add: <Uploaded>(jobs: readonly Job<Uploaded>[]): void => {
      stopListening ??= connection.subscribe(onConnection);
      for (const { list, file, rejection, send, onDone, onFailed } of jobs) {
        const entry: UploadEntry = {
          id: crypto.randomUUID(),
          list,
          file,
          sentBytes: 0,
          bytesPerSecond: null,
          ...(rejection ? { state: 'failed', error: rejection, isRejected: true } : { state: 'waiting' }),
        };
        const attempt = async (options: SendOptions) => {
          const response = await send(options);
          if (works.has(entry.id)) onDone(response);
        };
        works.set(entry.id, {
          entry,
          attempt,
          onFailed,
          controller: null,
          timer: undefined,
          attempts: 0,
          furthestBytes: 0,
          reported: { atMs: 0, sentBytes: 0 },
        });
        if (rejection) onFailed?.(rejection);
      }
      publish();
      fill();
    },
    /** Retries a failed file; a resumable transport continues where it stopped. */
    retry,
    /** Cancels an upload, or removes a failed one from the list. */
    remove,
    /** Cancels all uploads; the queue can be used again. */
    clear: (): void => {
      for (const id of [...works.keys()].reverse()) remove(id);
      stopListening?.();
      stopListening = null;
    },
    /** Returns the uploads of a list; the same array until one of them changes. */
    entries: (list: UploadList): readonly UploadEntry[] => lists.get(list) ?? NONE,
    /** Returns the number of waiting and running uploads. */
    running: (): number => [...works.values()].filter(({ entry }) => entry.state !== 'failed').length,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
export type Queue = ReturnType<typeof createQueue>;
