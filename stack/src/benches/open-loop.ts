import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './percentile.ts';

/** Whether a request was served as expected; what it was instead, otherwise. */
export type Outcome = 'ok' | (string & {});

interface OpenLoop {
  perSecond: number;
  seconds: number;
  /** Sends the request of this number, from 0. A rejection counts as a failure with its message. */
  send: (index: number) => Promise<Outcome>;
}

/** What an open loop has measured, in milliseconds. */
export interface Measured {
  sent: number;
  /** How often each outcome other than "ok" came. */
  failures: ReadonlyMap<string, number>;
  p50: number;
  p95: number;
  /** By how much the generator itself sent late, at the 95th percentile; it is part of the latencies. */
  lateP95: number;
}

/** Milliseconds from the start at which the request of this number is due: a constant rate. */
export const dueAt = (index: number, perSecond: number): number => (index * 1_000) / perSecond;

/** Requests that are due within the first `elapsedMs`, at most those of the whole run. */
export const dueCount = (elapsedMs: number, { perSecond, seconds }: Pick<OpenLoop, 'perSecond' | 'seconds'>): number =>
  Math.min(Math.floor((elapsedMs * perSecond) / 1_000) + 1, Math.round(perSecond * seconds));

/**
 * Sends requests at a constant rate, however slow the responses are, and measures each from the moment at which it was due:
 * a server that stalls delays no request out of the figures (no coordinated omission). Failures count with their latency.
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

/** Number of requests that were not served as expected. */
export const failuresOf = ({ failures }: Measured): number =>
  [...failures.values()].reduce((sum, count) => sum + count, 0);

/** The failures as one line; empty without any. */
export const failureText = ({ failures }: Measured): string =>
  [...failures].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
