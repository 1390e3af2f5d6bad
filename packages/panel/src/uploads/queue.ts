import { ERRORS } from 'contracts/errors';
import { ApiError } from 'web-kit/api';
import { browserConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { speedAfter } from './speed.ts';
import { isInterruption, isRejectedFile, noRoomText, uploadErrorText } from './upload-errors.ts';

/** Concurrent uploads over all lists; the others wait in the queue. */
const AT_ONCE = 3;
/** Delay before the next attempt after a lost connection; the last one again and again. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** Consecutive attempts without progress before the upload waits for a manual retry. */
const MOST_ATTEMPTS = 10;
/** Time without progress after which an attempt counts as lost: longer than the server's work on a file. */
const STALL_TIMEOUT_MS = 150_000;
const REPORT_INTERVAL_MS = 250;

/** List that a file belongs to: one of a model's three lists or of its three pictures. */
export type UploadList = 'photos' | 'videos' | 'lives' | 'avatar' | 'cover' | 'social';
/** Lists with a single file. */
const SINGLE: ReadonlySet<UploadList> = new Set(['avatar', 'cover', 'social']);

/** A file in the queue. `paused`: the connection was lost, or the server has no room for it now; it goes on by itself. */
export interface UploadEntry {
  id: string;
  list: UploadList;
  file: File;
  state: 'waiting' | 'sending' | 'paused' | 'failed';
  sentBytes: number;
  /** null until it is known. */
  bytesPerSecond: number | null;
  /** Why it has failed, or has to wait for room. */
  error?: string;
  /** Whether every attempt would be rejected. */
  isRefused?: boolean;
}

export interface SendOptions {
  signal: AbortSignal;
  /** Share sent, 0 to 1. */
  onProgress: (share: number) => void;
}
/** One attempt to send a file. A transport that can resume remembers between attempts how far it was. */
export type Send<Uploaded> = (options: SendOptions) => Promise<Uploaded>;

export interface Job<Uploaded> {
  list: UploadList;
  file: File;
  /** The sentence for a file that need not be sent at all. */
  refusal?: string | null;
  send: Send<Uploaded>;
  onDone: (response: Uploaded) => void;
  /** Receives the sentence of a rejected file, or of one that waits for a manual retry. */
  onFailed?: ((text: string) => void) | undefined;
}

interface Work {
  entry: UploadEntry;
  /** Sends the file once and notifies its owner, unless it was cancelled. */
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
/** Reason of an attempt that the queue itself ended: it is tried again. */
const LOST = new DOMException('The connection is lost', 'TimeoutError');

/**
 * The files of one model on their way: at most three at a time, each cancelled or tried again on its own, paused while the
 * connection is down. It lives as long as the form, whatever part of it is shown.
 */
export const createQueue = ({
  atOnce = AT_ONCE,
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
      work.timer = setTimeout(
        () => void run(work),
        Math.max(retryAfterMs, RETRY_DELAYS_MS[Math.min(work.attempts, RETRY_DELAYS_MS.length) - 1] ?? 0),
      );
    else work.attempts = 0;
  };
  const fail = (work: Work, error: string, isRefused = false) => {
    change(work, { state: 'failed', bytesPerSecond: null, error, ...(isRefused && { isRefused }) });
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

  /** A paused file keeps its place: what waits behind it would meet the same outage. */
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
    if (work?.entry.state !== 'failed' || work.entry.isRefused) return;
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
    /** Adds files in their order; a refused one is listed with its sentence and never sent. */
    add: <Uploaded>(jobs: readonly Job<Uploaded>[]): void => {
      stopListening ??= connection.subscribe(onConnection);
      for (const { list, file, refusal, send, onDone, onFailed } of jobs) {
        const entry: UploadEntry = {
          id: crypto.randomUUID(),
          list,
          file,
          sentBytes: 0,
          bytesPerSecond: null,
          ...(refusal ? { state: 'failed', error: refusal, isRefused: true } : { state: 'waiting' }),
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
        if (refusal) onFailed?.(refusal);
      }
      publish();
      fill();
    },
    /** Tries a failed file again, from where it was where its transport can. */
    retry,
    /** Cancels a file on its way, or takes a failed one off the list. */
    remove,
    /** Cancels everything; the queue can be used again. */
    clear: (): void => {
      for (const id of [...works.keys()].reverse()) remove(id);
      stopListening?.();
      stopListening = null;
    },
    /** The files of a list; the same array until one of them changes. */
    entries: (list: UploadList): readonly UploadEntry[] => lists.get(list) ?? NONE,
    /** Files that wait or are on their way. */
    running: (): number => [...works.values()].filter(({ entry }) => entry.state !== 'failed').length,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
export type Queue = ReturnType<typeof createQueue>;
