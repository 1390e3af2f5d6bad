import { useEffect, useState } from 'react';
import { formatCountdown, spokenCountdown } from 'web-kit/formats';
import { nextLive } from 'web-kit/next-live';
import styles from './live.module.css';

/**
 * Time until the next live. Its accessible name has no seconds and it is no live region: screen readers read it on demand. The
 * server's cached page contains no digits: the browser adds them.
 */
export function Countdown({ start }: { start: string }) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick, 0);
    const clock = setInterval(tick, 1_000);
    return () => {
      clearTimeout(first);
      clearInterval(clock);
    };
  }, []);
  const remainingMs = now === null ? null : nextLive(start, now) - now;
  return (
    <p className={styles.countdown}>
      <span>Prochain live dans</span>{' '}
      <b role="timer" aria-live="off" aria-label={remainingMs === null ? undefined : spokenCountdown(remainingMs)}>
        {remainingMs === null ? '\u00a0' : formatCountdown(remainingMs)}
      </b>
    </p>
  );
}
