import type { Entry } from 'service-kit/reconciliation/protocol';
import type { ManagementClient } from './management-client.ts';
import type { CHECKS, CollectionName, COPIES, REFERENCES } from './pairs.ts';

export interface Difference {
  id: string;
  /** missing: only the owner has the entity; different; orphan: only the copy has it; stuck: no process will handle it any more. */
  kind: 'missing' | 'different' | 'orphan' | 'stuck';
  /** Revision in the copy; 0 when the copy has no such entity. */
  revision: number;
  slug: string;
}

/** Two collections that must agree, and their differences. */
export interface Pair {
  name: string;
  /** Collection whose service repairs the differences; null when only an operator can. */
  repairedBy: CollectionName | null;
  compared: number;
  differences: Difference[];
}

/** Number of entities in one digest. */
const RANGE_SIZE = 5_000;
/** Number of entries in one page, read where digests differ. */
const PAGE_SIZE = 1_000;

interface Range {
  after: string | undefined;
  to: string | undefined;
}

/** Yields all entries of a range, one page at a time. */
async function* entriesIn(
  client: ManagementClient,
  of: CollectionName,
  { after, to }: Range,
  facts: string,
): AsyncGenerator<Entry> {
  for (let last = after; ;) {
    const page = await client.entries(of, { after: last, to, facts, limit: PAGE_SIZE });
    yield* page;
    if (page.length < PAGE_SIZE) return;
    last = page.at(-1)?.id;
  }
}

/** Merges two sequences ordered by id into pairs. */
async function* mergeById(
  left: AsyncIterator<Entry>,
  right: AsyncIterator<Entry>,
): AsyncGenerator<[Entry | undefined, Entry | undefined]> {
  const take = async (from: AsyncIterator<Entry>) => {
    const next = await from.next();
    return next.done ? undefined : next.value;
  };
  let [one, other] = [await take(left), await take(right)];
  while (one || other) {
    const isLeft = one && (!other || one.id <= other.id);
    const isRight = other && (!one || other.id <= one.id);
    yield [isLeft ? one : undefined, isRight ? other : undefined];
    if (isLeft) one = await take(left);
    if (isRight) other = await take(right);
  }
}

/**
 * Returns the difference between an owner's entry and its copy. A copy with a newer revision than its owner differs even when the
 * facts are equal, because it would ignore the next event.
 */
export const differenceOf = (owned: Entry | undefined, copy: Entry | undefined): Difference | null => {
  const isKnown = copy !== undefined && copy.fingerprint !== null;
  const { revision = 0, slug = '' } = copy ?? {};
  if (!owned) return isKnown && !copy.isInert ? { id: copy.id, kind: 'orphan', revision, slug } : null;
  if (isKnown && copy.revision <= owned.revision && copy.fingerprint === owned.fingerprint) return null;
  return { id: owned.id, kind: isKnown ? 'different' : 'missing', revision, slug };
};

/**
 * Compares an owner with a copy range by range: ranges with equal digests are skipped, the others are read entry by entry. Memory
 * holds one page of each side and the differences.
 */
export const compareCopy = async (
  client: ManagementClient,
  { owner, copy, facts: names, revisions }: (typeof COPIES)[number],
): Promise<Pair> => {
  const facts = names.join(',');
  const differences: Difference[] = [];
  let compared = 0;
  let after: string | undefined;
  for (;;) {
    const owned = await client.digest(owner, { after, facts, revisions, limit: RANGE_SIZE });
    const to = owned.to ?? undefined;
    const copied = await client.digest(copy, { after, to, facts, revisions });
    compared += owned.count;
    if (owned.hash !== copied.hash)
      for await (const [one, other] of mergeById(
        entriesIn(client, owner, { after, to }, facts),
        entriesIn(client, copy, { after, to }, facts),
      )) {
        const difference = differenceOf(one, other);
        if (difference) differences.push(difference);
      }
    if (to === undefined) return { name: `${owner}, ${copy}`, repairedBy: owner, compared, differences };
    after = to;
  }
};

/** Finds references to entities that their owner does not have. */
export const compareReferences = async (
  client: ManagementClient,
  { references, name, owner, kind }: (typeof REFERENCES)[number],
): Promise<Pair> => {
  const differences = new Map<string, Difference>();
  let compared = 0;
  let after: string | undefined;
  do {
    const page = await client.references(references, name, after);
    const slugs = new Map(page.references.map(({ id, slug }) => [id, slug]));
    for (const id of await client.absent(owner, [...slugs.keys()]))
      differences.set(id, { id, kind, revision: 0, slug: slugs.get(id) ?? '' });
    compared += page.references.length;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return {
    name: `${references}, ${owner}`,
    repairedBy: kind === 'orphan' ? owner : null,
    compared,
    differences: [...differences.values()],
  };
};

/** Runs a check that a service makes within its own stores. */
export const runCheck = async (
  client: ManagementClient,
  { check, name, title, kind }: (typeof CHECKS)[number],
): Promise<Pair> => {
  const differences: Difference[] = [];
  let compared = 0;
  for (let page: number | null = 0; page !== null;) {
    const result = await client.check(check, name, page);
    differences.push(...result.findings.map((id) => ({ id, kind, revision: 0, slug: '' })));
    compared += result.compared;
    page = result.next;
  }
  return { name: title, repairedBy: kind === 'missing' ? null : check, compared, differences };
};
