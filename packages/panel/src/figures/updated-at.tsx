import { useEffect, useState } from 'react';
import { plural } from 'web-kit/formats';

const MINUTE_MS = 60_000;

/** Returns a text such as "mis à jour il y a 2 minutes". */
export const updatedText = (updatedAtMs: number, nowMs: number): string => {
  const minutes = Math.floor((nowMs - updatedAtMs) / MINUTE_MS);
  if (minutes < 1) return 'mis à jour à l’instant';
  const age = minutes < 60 ? plural(minutes, 'minute') : plural(Math.floor(minutes / 60), 'heure');
  return `mis à jour il y a ${age}`;
};

/** States the age of a query's data. */
export function UpdatedAt({ atMs }: { atMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return updatedText(atMs, nowMs);
}
