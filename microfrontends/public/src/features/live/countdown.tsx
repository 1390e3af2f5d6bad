import { useEffect, useState } from 'react';
import { formatCountdown } from 'web-kit/formats';
import { nextLive } from './next-live.ts';
import styles from './live.module.css';

/** Time until the next live, read out on demand instead of every second. The cached server page leaves the digits to the browser. */
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
  return (
    <p className={styles.countdown}>
      <span>Prochain live dans</span>{' '}
      <b role="timer">{now === null ? '\u00a0' : formatCountdown(nextLive(start, now) - now)}</b>
    </p>
  );
}
