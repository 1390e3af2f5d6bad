import { PANEL_INACTIVITY_CHECK_MS, PANEL_INACTIVITY_MS } from 'contracts/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PanelSession } from 'web-kit/session';
import { storage } from 'web-kit/storage';

const ACTIVITY = ['mousedown', 'keydown', 'scroll', 'touchstart'] as const;
/** Minimum time between two writes of the last activity: scroll events come with every frame. */
const RECORD_INTERVAL_MS = 1_000;
/** Time before the logout at which the warning is shown. */
const WARNING_MS = 60_000;

/** Name of the panel's user in storage keys: "main_admin", "affiliate_aff-one". */
type Owner = string;
const activeKey = (owner: Owner): string => `${owner}_active_at`;
const renewedKey = (owner: Owner): string => `${owner}_renewed_at`;
const timeAt = (key: string): number => Number(storage.get(key) ?? 0);

/** Restarts the inactivity clock after a login. */
export const startActivity = (owner: Owner): void => {
  for (const key of [activeKey(owner), renewedKey(owner)]) storage.set(key, String(Date.now()));
};

interface InactivityOptions {
  owner: Owner;
  session: Pick<PanelSession, 'token' | 'renew'>;
  onIdle: () => void;
}

/**
 * Calls `onIdle` after 30 minutes without a mouse press, key press or scroll in any tab of the panel, checked at least every 60 s.
 * The server ends a session 30 minutes after its last renewal: each check renews the session if there was activity since, so that
 * both clocks agree. The times are in storage, so that they also hold after a sleep of the machine, after a reload and in other
 * tabs.
 * @returns whether the last minute has begun, and a function that records activity
 */
export const useInactivity = ({
  owner,
  session,
  onIdle,
}: InactivityOptions): { isLogoutNear: boolean; stay: () => void } => {
  const [isLogoutNear, setLogoutNear] = useState(false);
  const idle = useRef(onIdle);
  useEffect(() => {
    idle.current = onIdle;
  });
  const stay = useCallback(() => storage.set(activeKey(owner), String(Date.now())), [owner]);

  useEffect(() => {
    const key = activeKey(owner);
    const timeAway = () => Date.now() - timeAt(key);
    const renewIfActive = async () => {
      const renewedAt = timeAt(renewedKey(owner));
      if (timeAt(key) <= renewedAt || Date.now() - renewedAt < PANEL_INACTIVITY_CHECK_MS) return;
      // Without a response the next check retries; a rejection ends the session in this browser.
      const token = await session.renew(session.token() ?? '').catch(() => null);
      if (token !== null) storage.set(renewedKey(owner), String(Date.now()));
    };
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      clearTimeout(timer);
      const timeLeft = PANEL_INACTIVITY_MS - timeAway();
      if (timeLeft <= 0) return idle.current();
      setLogoutNear(timeLeft <= WARNING_MS);
      timer = setTimeout(
        check,
        Math.min(PANEL_INACTIVITY_CHECK_MS, timeLeft > WARNING_MS ? timeLeft - WARNING_MS : timeLeft),
      );
      void renewIfActive();
    };
    const record = () => {
      // Activity after the time limit, such as a scroll that wakes the machine, comes too late.
      if (timeAway() >= PANEL_INACTIVITY_MS) return idle.current();
      if (timeAway() >= RECORD_INTERVAL_MS) stay();
    };
    if (storage.get(key) === null) stay();
    // Activity in any tab hides the warning at once.
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
  }, [owner, session, stay]);
  return { isLogoutNear, stay };
};
