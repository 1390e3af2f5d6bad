import type { Target } from 'service-kit/reconciliation/protocol';
import { compareCopy, compareReferences, runCheck } from './compare.ts';
import type { Difference, Pair } from './compare.ts';
import { createManagementClient } from './management-client.ts';
import type { ManagementClient, ManagementUrls } from './management-client.ts';
import { CHECKS, COPIES, REFERENCES } from './pairs.ts';
import type { CollectionName } from './pairs.ts';

/** Comparisons after a repair before the repair counts as failed. */
const ROUNDS_AFTER_REPAIR = 6;

interface Options {
  /** Waits before differences are compared again: an event in transit is not a difference. */
  settle: () => Promise<unknown>;
  repair: boolean;
  /** Whether to also remove copies of entities that no owner has. */
  remove: boolean;
  print: (line: string) => void;
}

const isClean = (pairs: readonly Pair[]): boolean => pairs.every(({ differences }) => differences.length === 0);

const COMPARISONS: readonly ((client: ManagementClient) => Promise<Pair>)[] = [
  ...CHECKS.map((check) => (client: ManagementClient) => runCheck(client, check)),
  ...COPIES.map((copy) => (client: ManagementClient) => compareCopy(client, copy)),
  ...REFERENCES.map((reference) => (client: ManagementClient) => compareReferences(client, reference)),
];

const compareAll = async (client: ManagementClient): Promise<Pair[]> => {
  const pairs: Pair[] = [];
  for (const compare of COMPARISONS) pairs.push(await compare(client));
  return pairs;
};

/** Returns the pair with only the differences that the earlier comparison also found. */
const persistent = (pair: Pair, earlier: Pair): Pair => {
  const known = new Set(earlier.differences.map(({ id }) => id));
  return { ...pair, differences: pair.differences.filter(({ id }) => known.has(id)) };
};

/** Compares all pairs, and after a pause compares those that differed again. */
const comparePersistent = async (client: ManagementClient, settle: Options['settle']): Promise<Pair[]> => {
  const pairs = await compareAll(client);
  if (isClean(pairs)) return pairs;
  await settle();
  for (const [index, compare] of COMPARISONS.entries()) {
    const first = pairs[index];
    if (first && first.differences.length > 0) pairs[index] = persistent(await compare(client), first);
  }
  return pairs;
};

/** Whether a repair would change nothing. */
const isBeyondRepair = (pairs: readonly Pair[], { remove }: Options): boolean =>
  pairs.every(
    ({ repairedBy, differences }) =>
      repairedBy === null || differences.every(({ kind }) => kind === 'orphan' && !remove),
  );

/** Merges the differences into one target per entity, with the newest revision that any copy has. */
const targetsOf = (differences: readonly Difference[]): Target[] => {
  const targets = new Map<string, Target>();
  for (const { id, revision, slug } of differences) {
    const known = targets.get(id);
    targets.set(id, { id, revision: Math.max(revision, known?.revision ?? 0), slug: slug || (known?.slug ?? '') });
  }
  return [...targets.values()];
};

const repairAll = async (
  client: ManagementClient,
  pairs: readonly Pair[],
  { remove, print }: Options,
): Promise<void> => {
  const owners = [...new Set(pairs.map(({ repairedBy }) => repairedBy))].filter((owner) => owner !== null);
  // The catalogue's models are last: uploads and affiliates change what the catalogue publishes about them.
  const ordered = owners.toSorted(
    (one, other) => Number(one === 'catalogue.models') - Number(other === 'catalogue.models'),
  );
  for (const owner of ordered) {
    const differences = pairs.filter(({ repairedBy }) => repairedBy === owner).flatMap((pair) => pair.differences);
    const differing = targetsOf(differences.filter(({ kind }) => kind !== 'orphan'));
    const orphans = targetsOf(differences.filter(({ kind }) => kind === 'orphan'));
    await repairOwner(owner, differing, 'published again', client.republish);
    if (remove) await repairOwner(owner, orphans, 'without an owner removed', client.retract);
  }

  async function repairOwner(
    owner: CollectionName,
    targets: readonly Target[],
    outcome: string,
    send: ManagementClient['republish'],
  ): Promise<void> {
    if (targets.length === 0) return;
    await send(owner, targets);
    print(`${owner}: ${targets.length} ${outcome}`);
  }
};

/**
 * Compares the services' copies of each other's entities. With `repair`, the owner of a differing entity publishes it again with a
 * revision above that of every copy, and the services apply that event like any other.
 * @throws OperatorError when a service cannot be reached
 */
export const reconcile = async (urls: ManagementUrls, options: Options): Promise<Pair[]> => {
  const client = createManagementClient(urls);
  let pairs = await comparePersistent(client, options.settle);
  if (!options.repair || isBeyondRepair(pairs, options)) return pairs;
  await repairAll(client, pairs, options);
  for (let round = 0; round < ROUNDS_AFTER_REPAIR; round += 1) {
    await options.settle();
    pairs = await comparePersistent(client, options.settle);
    if (isBeyondRepair(pairs, options)) break;
  }
  return pairs;
};
