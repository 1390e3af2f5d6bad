import { DAY_MS } from 'contracts/durations';
import { isScheduled } from 'contracts/media-items';
import type { ContentItem } from 'contracts/media-items';
import { useEffect, useState } from 'react';

/** Longest delay of one timer: browsers store it in 31 bits. */
const MAX_DELAY_MS = DAY_MS;

/** Returns the present time in milliseconds, updated when the next scheduled item is due. */
export const useDueClock = (items: readonly ContentItem[]): number => {
  const [nowMs, setNowMs] = useState(Date.now);
  const dueMs = Math.min(
    ...items.flatMap((item) => (isScheduled(item, nowMs) ? Date.parse(item.publishAt ?? '') : [])),
  );
  useEffect(() => {
    if (dueMs === Infinity) return;
    const delayMs = Math.min(Math.max(0, dueMs - Date.now()), MAX_DELAY_MS);
    const timer = setTimeout(() => setNowMs(Date.now()), delayMs);
    return () => clearTimeout(timer);
  }, [dueMs, nowMs]);
  return nowMs;
};
