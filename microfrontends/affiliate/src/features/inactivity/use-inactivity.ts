import { AFFILIATE_INACTIVITY_CHECK_MS, AFFILIATE_INACTIVITY_MS } from 'contracts/limits';
import { useEffect, useRef } from 'react';
import { storage } from 'web-kit/storage';

const ACTIVITY = ['mousedown', 'keydown', 'scroll', 'touchstart'] as const;
/** Milliseconds: writing the time at each scroll event would be a write for each frame. */
const RECORD_EVERY = 1_000;

/**
 * Calls `onIdle` after 30 minutes without a mouse press, key press or scroll in any tab of the panel; looked at each 60 s (specification, section 4).
 * The time of the last activity is kept in storage, so that a machine that slept and a second tab are judged rightly.
 */
export const useInactivity = (slug: string, onIdle: () => void): void => {
  const idle = useRef(onIdle);
  useEffect(() => {
    idle.current = onIdle;
  });
  useEffect(() => {
    const key = `affiliate_${slug}_active_at`;
    let recorded = 0;
    const record = () => {
      const now = Date.now();
      if (now - recorded < RECORD_EVERY) return;
      // Waking up with a scroll is too late: the time away counts first.
      if (recorded && now - lastActivity() >= AFFILIATE_INACTIVITY_MS) return idle.current();
      recorded = now;
      storage.set(key, String(now));
    };
    const lastActivity = () => Number(storage.get(key) ?? recorded);
    const check = () => {
      if (Date.now() - lastActivity() >= AFFILIATE_INACTIVITY_MS) idle.current();
    };
    record();
    const timer = setInterval(check, AFFILIATE_INACTIVITY_CHECK_MS);
    document.addEventListener('visibilitychange', check);
    for (const event of ACTIVITY) window.addEventListener(event, record, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      for (const event of ACTIVITY) window.removeEventListener(event, record, { capture: true });
      storage.remove(key);
    };
  }, [slug]);
};
