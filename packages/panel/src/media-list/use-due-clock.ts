import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import { useEffect, useState } from 'react';

/** Longest wait of one timer: browsers count it in 31 bits. */
const MAX_DELAY_MS = 24 * 60 * 60_000;

/** The present time in milliseconds, as far as it decides which items are scheduled: it moves on when the next one is due. */
export const useDueClock = (items: readonly ContentItem[]): number => {
  const [now, setNow] = useState(Date.now);
  const due = Math.min(...items.flatMap((item) => (isScheduled(item, now) ? Date.parse(item.publishAt ?? '') : [])));
  useEffect(() => {
    if (due === Infinity) return;
    const delay = Math.min(Math.max(0, due - Date.now()), MAX_DELAY_MS);
    const timer = setTimeout(() => setNow(Date.now()), delay);
    return () => clearTimeout(timer);
  }, [due, now]);
  return now;
};
