import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import { settle } from './invariants.ts';
import type { Violation } from './invariants.ts';
import { startJourneys } from './journeys.ts';
import type { Journeys } from './journeys.ts';
import type { Platform } from './platform.ts';
import type { Random } from './random.ts';
import type { Injection } from './report.ts';

/** Time within which each journey must complete again; the restart of a process is slow on two cores. */
const RECOVERY_MS = 90_000;
/** Time within which the last event of an acknowledged change must be applied everywhere: retries wait up to half a minute. */
const SETTLED_MS = 120_000;
const POLL_INTERVAL_MS = 100;
const CALM_MS = 1_000;

interface Options {
  platform: Platform;
  faults: readonly Fault[];
  random: Random;
  /** Moment after which no injection begins (performance.now). */
  endsAt: number;
  mostInjections: number;
  print: (line: string) => void;
}

/** Waits for recovery. @returns milliseconds until each journey has completed; null when one missed the deadline */
const recover = async (journeys: Journeys): Promise<number | null> => {
  const healedAt = performance.now();
  while (journeys.incompleteSince(healedAt).length > 0) {
    if (performance.now() - healedAt > RECOVERY_MS) return null;
    await pause(POLL_INTERVAL_MS);
  }
  return performance.now() - healedAt;
};

const describe = ({ kind, target, detail, recoveryMs, violations }: Injection, number: number, settledMs: number) => {
  const recovery = recoveryMs === null ? `not within ${RECOVERY_MS / 1_000} s` : `${(recoveryMs / 1_000).toFixed(1)} s`;
  const state = violations.length === 0 ? 'ok' : violations.map((one) => `${one.kind}: ${one.what}`).join('; ');
  return `${String(number).padStart(4)}  ${kind} ${target} (${detail}): recovered ${recovery}, checked ${(settledMs / 1_000).toFixed(1)} s, ${state}`;
};

/** Injects one fault after the other while journeys run, and checks the invariants after each. */
export const runChaos = async ({ platform, faults, random, endsAt, mostInjections, print }: Options) => {
  const journeys = await startJourneys(platform);
  const injections: Injection[] = [];
  // A loss is permanent: it counts for the injection after which it was first found.
  const known = new Set<string>();
  const nextFault = random.deck(faults);
  const targets = new Map(faults.map((fault) => [fault.kind, random.deck(fault.targets)]));
  try {
    const first = await recover(journeys);
    if (first === null)
      throw new Error(`The journeys do not complete without a fault: ${[...journeys.failures.keys()].join('; ')}`);
    while (performance.now() < endsAt && injections.length < mostInjections) {
      const fault = nextFault();
      const target = targets.get(fault.kind)?.() ?? '';
      await pause(random.between(0, CALM_MS));
      const detail = await fault.inject(target, { platform, journeys, random });
      const recoveryMs = await recover(journeys);
      await journeys.pause();
      const begunAt = performance.now();
      const violations = (await settle(platform, journeys, SETTLED_MS)).filter(
        ({ what }: Violation) => !known.has(what),
      );
      for (const { what } of violations) known.add(what);
      const injection = { kind: fault.kind, target, detail, recoveryMs, violations };
      injections.push(injection);
      print(describe(injection, injections.length, performance.now() - begunAt));
      if (recoveryMs === null)
        print(
          `      ${journeys.incompleteSince(begunAt).join(', ')} stuck; ${[...journeys.failures.keys()].slice(-3).join('; ')}`,
        );
      journeys.resume();
    }
  } finally {
    await journeys.stop();
  }
  const { registrations, payments, refunds, saves, uploads } = journeys.acknowledged;
  return {
    injections,
    acknowledged: {
      registrations: registrations.length,
      payments: payments.length,
      refunds: refunds.length,
      saves: saves.length,
      uploads: uploads.length,
    },
    failures: Object.fromEntries(journeys.failures),
  };
};
