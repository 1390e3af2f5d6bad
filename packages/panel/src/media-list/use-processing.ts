import type { ContentItem } from 'contracts/media-items';
import { useEffect, useRef } from 'react';
import { ApiError } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { getUpload } from './api/get-upload.ts';

/** Interval between two polls for files in preparation. */
const POLL_INTERVAL_MS = 2_000;
/** Files polled per round; more files are polled in rotation. */
const MAX_CONCURRENT_POLLS = 5;

interface Processing {
  slug: string;
  session: Caller;
  items: readonly ContentItem[];
  onReady: (filename: string, next: Partial<ContentItem>) => void;
}

/** Polls the files in preparation until each has its renditions or has failed. */
export const useProcessing = ({ slug, session, items, onReady }: Processing): void => {
  const pending = items.filter(({ state }) => state === 'processing').map(({ filename }) => filename);
  const latestOnReady = useRef(onReady);
  const pollQueue = useRef<string[]>([]);
  useEffect(() => {
    latestOnReady.current = onReady;
  });
  const key = pending.join(' ');

  useEffect(() => {
    if (key === '' || slug === '') return;
    const controller = new AbortController();
    const poll = async (filename: string) => {
      try {
        const { state, image, duration, width, height, placeholder, ...facts } = await getUpload(
          session,
          slug,
          filename,
          controller.signal,
        );
        if (state !== 'processing')
          latestOnReady.current(filename, {
            ...facts,
            state,
            isViewable: state === 'ready',
            image: image ?? '',
            ...(duration && { duration }),
            ...(width && height && { width, height }),
            ...(placeholder && { placeholder }),
          });
      } catch (error) {
        // A missing file has failed; after an outage the next round retries.
        if (error instanceof ApiError && error.status === 404) latestOnReady.current(filename, { state: 'failed' });
      }
    };
    const round = () => {
      const all = key.split(' ');
      const stillPending = pollQueue.current.filter((filename) => all.includes(filename));
      const queue = [...stillPending, ...all.filter((filename) => !stillPending.includes(filename))];
      const batch = queue.slice(0, MAX_CONCURRENT_POLLS);
      pollQueue.current = [...queue.slice(MAX_CONCURRENT_POLLS), ...batch];
      void Promise.all(batch.map(poll));
    };
    const timer = setInterval(round, POLL_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [key, slug, session]);
};
