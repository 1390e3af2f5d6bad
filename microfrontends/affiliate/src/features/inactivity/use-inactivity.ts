import { AFFILIATE_INACTIVITY_CHECK_MS, AFFILIATE_INACTIVITY_MS } from 'contracts/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { storage } from 'web-kit/storage';

const ACTIVITY = ['mousedown', 'keydown', 'scroll', 'touchstart'] as const;
/** Milliseconds: writing the time at each scroll event would be a write for each frame. */
const RECORD_EVERY = 1_000;
/** Milliseconds before the end at which it is told. */
const WARNING = 60_000;

const keyOf = (slug: string): string => `affiliate_${slug}_active_at`;
/** The clock starts anew: somebody has just given the password. */
export const forgetActivity = (slug: string): void => storage.remove(keyOf(slug));

/**
 * Calls `onIdle` after 30 minutes without a mouse press, key press or scroll in any tab of the panel; looked at each 60 s at the latest
 * (specification, section 4). The time of the last activity is kept in storage, so that a machine that slept, a page opened again
 * and a second tab are judged rightly.
 * @returns whether the last minute has begun, and what counts as being there
 */
export const useInactivity = (slug: string, onIdle: () => void): { isLeavingSoon: boolean; stay: () => void } => {
  const [isLeavingSoon, setLeavingSoon] = useState(false);
  const idle = useRef(onIdle);
  useEffect(() => {
    idle.current = onIdle;
  });
  const stay = useCallback(() => storage.set(keyOf(slug), String(Date.now())), [slug]);

  useEffect(() => {
    const key = keyOf(slug);
    const away = () => Date.now() - Number(storage.get(key) ?? 0);
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      clearTimeout(timer);
      const left = AFFILIATE_INACTIVITY_MS - away();
      if (left <= 0) return idle.current();
      setLeavingSoon(left <= WARNING);
      timer = setTimeout(check, Math.min(AFFILIATE_INACTIVITY_CHECK_MS, left > WARNING ? left - WARNING : left));
    };
    const record = () => {
      // Waking up with a scroll is too late: the time away counts first.
      if (away() >= AFFILIATE_INACTIVITY_MS) return idle.current();
      if (away() >= RECORD_EVERY) stay();
    };
    if (storage.get(key) === null) stay();
    // Another tab's activity, or this one's, takes the warning back at once.
    const unsubscribe = storage.subscribe((changed) => changed === key && storage.get(key) !== null && check());
    check();
    document.addEventListener('visibilitychange', check);
    for (const event of ACTIVITY) window.addEventListener(event, record, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('visibilitychange', check);
      for (const event of ACTIVITY) window.removeEventListener(event, record, { capture: true });
    };
  }, [slug, stay]);
  return { isLeavingSoon, stay };
};
