import { useEffect, useState } from 'react';
import { formatCountdown } from 'web-kit/formats';
import { nextLive } from './next-live.ts';
import styles from './live.module.css';

/** What is left until the next live; read out only when asked for, not every second. Never rendered by the server. */
export function Countdown({ start }: { start: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(clock);
  }, []);
  return (
    <p className={styles.countdown}>
      <span className="soft">Prochain live dans</span> <b role="timer">{formatCountdown(nextLive(start, now) - now)}</b>
    </p>
  );
}
