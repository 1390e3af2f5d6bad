import type { ContentItem } from 'contracts/media-items';
import { getUpload } from 'contracts/operations/uploads';
import { useEffect, useRef } from 'react';
import { ApiError, call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';

/** Milliseconds between two rounds of questions about files in preparation. */
const ASK_EVERY = 2_000;
/** Files asked about in one round; a hundred videos take their turns. */
const ASKED_AT_ONCE = 5;

interface Processing {
  slug: string;
  session: Caller;
  items: readonly ContentItem[];
  onReady: (filename: string, next: Partial<ContentItem>) => void;
}

/** Asks for the files still in preparation until each has its renditions, or has failed. */
export const useProcessing = ({ slug, session, items, onReady }: Processing): void => {
  const pending = items.filter(({ state }) => state === 'processing').map(({ filename }) => filename);
  const tell = useRef(onReady);
  const turn = useRef<string[]>([]);
  useEffect(() => {
    tell.current = onReady;
  });
  const key = pending.join(' ');

  useEffect(() => {
    if (key === '' || slug === '') return;
    const controller = new AbortController();
    const ask = async (filename: string) => {
      try {
        const { state, filePath, image, duration } = await call(getUpload, {
          params: { modelSlug: slug, filename },
          session,
          signal: controller.signal,
        });
        if (state !== 'processing')
          tell.current(filename, { state, filePath, image: image ?? '', ...(duration ? { duration } : {}) });
      } catch (error) {
        // A file that is gone has failed; an outage is asked again at the next turn.
        if (error instanceof ApiError && error.status === 404) tell.current(filename, { state: 'failed' });
      }
    };
    const round = () => {
      const all = key.split(' ');
      const known = turn.current.filter((filename) => all.includes(filename));
      const queue = [...known, ...all.filter((filename) => !known.includes(filename))];
      const asked = queue.slice(0, ASKED_AT_ONCE);
      turn.current = [...queue.slice(ASKED_AT_ONCE), ...asked];
      void Promise.all(asked.map(ask));
    };
    const timer = setInterval(round, ASK_EVERY);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [key, slug, session]);
};
