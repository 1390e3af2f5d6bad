import { hash } from 'node:crypto';
import type { Stores } from './stores.ts';

/** Rows by their ids, as fingerprints: nothing personal is kept or shown. */
export type Prints = ReadonlyMap<string, string>;

/** A thing as its owner has it. */
export interface OwnedRow<Facts> {
  /** Of the last event that told it, or a later one. */
  revision: number;
  facts: Facts;
}

/** What another service keeps of a thing. */
export interface CopyRow {
  id: string;
  /** Of the event that it was last told by; 0 where it keeps none. */
  revision: number;
  /** null: it knows that the thing is gone. */
  facts: unknown;
  /** Where the events of its end name it by one. */
  slug?: string;
}

export interface Difference {
  id: string;
  /** missing: only the owner has it; different; orphan: only the copy has it; stuck: nobody works on it any more. */
  kind: 'missing' | 'different' | 'orphan' | 'stuck';
  /** The copy's. */
  revision: number;
  slug: string;
}

/** Two places that must agree, and where they do not. */
export interface Pair {
  name: string;
  compared: number;
  differences: Difference[];
}

/** Differing things with the newest revision that any copy has of them. */
export type Told = ReadonlyMap<string, Pick<Difference, 'revision' | 'slug'>>;

/** One kind of thing that has one owner and copies elsewhere. */
export interface Subject {
  look: (stores: Stores) => Promise<Pair[]>;
  /** Has the owner tell again, above what any copy has. */
  tellAgain?: (stores: Stores, things: Told) => Promise<void>;
  /** Has the owner tell that it has no such thing. */
  tellGone?: (stores: Stores, things: Told) => Promise<void>;
}

const fingerprint = (facts: unknown): string => hash('sha1', JSON.stringify(facts), 'base64');

/**
 * Compares an owner's things with what another service keeps of them. A copy that is ahead of its owner differs even where
 * it says the same: it would take what the owner tells next for old.
 * @param expected what the copy would keep of the thing
 */
export const compare = <Facts>(
  name: string,
  owner: ReadonlyMap<string, OwnedRow<Facts>>,
  copies: readonly CopyRow[],
  expected: (facts: Facts) => unknown,
): Pair => {
  const known = new Map(copies.map((copy) => [copy.id, copy]));
  const differences: Difference[] = [];
  for (const [id, { revision, facts }] of owner) {
    const copy = known.get(id);
    if (
      copy &&
      copy.facts !== null &&
      copy.revision <= revision &&
      fingerprint(copy.facts) === fingerprint(expected(facts))
    )
      continue;
    differences.push({
      id,
      kind: copy && copy.facts !== null ? 'different' : 'missing',
      revision: copy?.revision ?? 0,
      slug: copy?.slug ?? '',
    });
  }
  for (const { id, revision, facts, slug = '' } of copies)
    if (facts !== null && !owner.has(id)) differences.push({ id, kind: 'orphan', revision, slug });
  return { name, compared: owner.size, differences };
};

/** Compares what is referred to with what there is. */
export const compareReferences = (
  name: string,
  references: Iterable<{ id: string; slug?: string }>,
  there: { has: (id: string) => boolean },
  kind: Difference['kind'],
): Pair => {
  const found = new Map([...references].map((one) => [one.id, one]));
  return {
    name,
    compared: found.size,
    differences: [...found.values()]
      .filter(({ id }) => !there.has(id))
      .map(({ id, slug = '' }) => ({ id, kind, revision: 0, slug })),
  };
};

/** Things to tell, each once. */
export const toldOf = (pairs: readonly Pair[], isWanted: (difference: Difference) => boolean): Told => {
  const told = new Map<string, { revision: number; slug: string }>();
  for (const { id, revision, slug } of pairs.flatMap(({ differences }) => differences).filter(isWanted)) {
    const before = told.get(id);
    told.set(id, { revision: Math.max(revision, before?.revision ?? 0), slug: slug || (before?.slug ?? '') });
  }
  return told;
};
