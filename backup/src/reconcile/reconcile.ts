import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config.ts';
import { affiliates } from './affiliates.ts';
import { assets } from './assets.ts';
import { toldOf } from './compare.ts';
import type { Difference, Pair, Subject } from './compare.ts';
import { files } from './files.ts';
import { models } from './models.ts';
import { payments } from './payments.ts';
import { withStores } from './stores.ts';
import type { Stores } from './stores.ts';
import { subscribers } from './subscribers.ts';
import { subscriptions } from './subscriptions.ts';

/** In the order in which they are told: models last, since uploads and affiliates change what is told of them. */
const SUBJECTS: readonly Subject[] = [files, subscribers, affiliates, subscriptions, payments, assets, models];
/** Looks after a repair until it is taken for failed. */
const LOOKS = 6;
/** So many ids of a pair are named. */
const NAMED = 20;

interface Options {
  /** Milliseconds after which a difference is looked at again: an event on its way is none. */
  settle: number;
  repair: boolean;
  /** What no owner has is removed too. */
  remove: boolean;
  say: (line: string) => void;
}

type Findings = ReadonlyMap<Subject, Pair[]>;

const look = async (stores: Stores): Promise<Findings> => {
  const findings = new Map<Subject, Pair[]>();
  for (const subject of SUBJECTS) findings.set(subject, await subject.look(stores));
  return findings;
};
const pairsOf = (findings: Findings): Pair[] => [...findings.values()].flat();
const isClean = (findings: Findings): boolean => pairsOf(findings).every(({ differences }) => differences.length === 0);

/** Differences that were there before. */
const lasting = (now: Findings, before: Findings): Findings => {
  const known = new Set(
    pairsOf(before).flatMap(({ name, differences }) => differences.map(({ id }) => `${name} ${id}`)),
  );
  return new Map(
    [...now].map(([subject, pairs]) => [
      subject,
      pairs.map((pair) => ({
        ...pair,
        differences: pair.differences.filter(({ id }) => known.has(`${pair.name} ${id}`)),
      })),
    ]),
  );
};

const lookTwice = async (stores: Stores, settle: number): Promise<Findings> => {
  const first = await look(stores);
  if (isClean(first)) return first;
  await pause(settle);
  return lasting(await look(stores), first);
};

const isOrphan = ({ kind }: Difference): boolean => kind === 'orphan';

const repairAll = async (stores: Stores, findings: Findings, remove: boolean, say: Options['say']): Promise<void> => {
  for (const [subject, pairs] of findings) {
    const again = toldOf(pairs, (difference) => !isOrphan(difference));
    const gone = toldOf(pairs, (difference) => isOrphan(difference));
    if (again.size > 0 && subject.tellAgain) {
      await subject.tellAgain(stores, again);
      say(`${pairs[0]?.name}: ${again.size} told again`);
    }
    if (gone.size > 0 && remove && subject.tellGone) {
      await subject.tellGone(stores, gone);
      say(`${pairs[0]?.name}: ${gone.size} without an owner removed`);
    }
  }
};

/**
 * Compares what the services know of each other; with `repair`, the owner of what differs tells it again by its outbox,
 * above every revision that a copy has, and the services that run apply it as they always do.
 */
export const reconcile = (settings: Settings, { settle, repair, remove, say }: Options): Promise<Pair[]> =>
  withStores(settings, async (stores) => {
    let findings = await lookTwice(stores, settle);
    if (!repair || isClean(findings)) return pairsOf(findings);
    await repairAll(stores, findings, remove, say);
    for (let round = 0; round < LOOKS; round += 1) {
      await pause(settle);
      findings = await look(stores);
      if (isClean(findings)) break;
    }
    return pairsOf(findings);
  });

/** A line for each pair, and the ids of what differs. */
export const printReport = (pairs: readonly Pair[], say: Options['say']): void => {
  const width = Math.max(...pairs.map(({ name }) => name.length));
  for (const { name, compared, differences } of pairs) {
    say(`${name.padEnd(width)}  ${String(compared).padStart(8)} compared, ${differences.length} differ`);
    for (const { id, kind } of differences.slice(0, NAMED)) say(`  ${id}  ${kind}`);
    if (differences.length > NAMED) say(`  and ${differences.length - NAMED} more`);
  }
};
