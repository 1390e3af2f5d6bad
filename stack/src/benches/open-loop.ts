import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './percentile.ts';

/** "ok" when a request was served as expected, else the unexpected result. */
export type Outcome = 'ok' | (string & {});

interface OpenLoop {
  perSecond: number;
  seconds: number;
  /** Sends the request with this number, from 0. A rejection counts as a failure with its message. */
  send: (index: number) => Promise<Outcome>;
}

/** Measurements of an open loop, in milliseconds. */
export interface Measured {
  sent: number;
  /** Number of occurrences of each outcome other than "ok". */
  failures: ReadonlyMap<string, number>;
  p50: number;
  p95: number;
  /** 95th percentile of the generator's own delay in sending; it is part of the latencies. */
  lateP95: number;
}

/** Returns the milliseconds from the start at which the request with this number is due, at a constant rate. */
export const dueAt = (index: number, perSecond: number): number => (index * 1_000) / perSecond;

/** Returns the number of requests due within the first `elapsedMs`, at most those of the whole run. */
export const dueCount = (elapsedMs: number, { perSecond, seconds }: Pick<OpenLoop, 'perSecond' | 'seconds'>): number =>
  Math.min(Math.floor((elapsedMs * perSecond) / 1_000) + 1, Math.round(perSecond * seconds));

/**
 * Sends requests at a constant rate, however slow the responses are, and measures each from the time at which it was due, so that a
 * server that stalls cannot delay requests out of the statistics (coordinated omission). Failures count with their latency.
 */
export const runOpenLoop = async ({ perSecond, seconds, send }: OpenLoop): Promise<Measured> => {
  const total = Math.round(perSecond * seconds);
  const latencies: number[] = [];
  const delays: number[] = [];
  const failures = new Map<string, number>();
  const pending: Promise<void>[] = [];
  const start = performance.now();
  const one = async (index: number) => {
    const due = start + dueAt(index, perSecond);
    delays.push(performance.now() - due);
    const outcome = await send(index).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    );
    latencies.push(performance.now() - due);
    if (outcome !== 'ok') failures.set(outcome, (failures.get(outcome) ?? 0) + 1);
  };
  while (pending.length < total) {
    const due = dueCount(performance.now() - start, { perSecond, seconds });
    while (pending.length < due) pending.push(one(pending.length));
    if (pending.length < total) await pause(Math.max(0, start + dueAt(pending.length, perSecond) - performance.now()));
  }
  await Promise.all(pending);
  return {
    sent: total,
    failures,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    lateP95: percentile(delays, 0.95),
  };
};

/** Returns the number of requests that were not served as expected. */
export const failuresOf = ({ failures }: Measured): number =>
  [...failures.values()].reduce((sum, count) => sum + count, 0);

/** Returns the failures as one line; empty without any. */
export const failureText = ({ failures }: Measured): string =>
  [...failures].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
