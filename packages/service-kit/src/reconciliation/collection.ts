import { createHash, hash } from 'node:crypto';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Queryable } from '../postgres.ts';
import type { CheckPage, Digest, Entry, ReferencePage, Target } from './protocol.ts';
import { MAX_RANGE } from './protocol.ts';

/** An entity as its service stores it. */
export interface StoredEntity {
  id: string;
  revision: number;
  /** Facts under the names of the event that carries them; null for an entity known to be deleted. */
  facts: Readonly<Record<string, unknown>> | null;
  slug?: string | null;
  isInert?: boolean;
}

/** Ids, lower bound excluded, upper included; an absent bound is open. */
export interface IdRange {
  after?: string | undefined;
  to?: string | undefined;
  limit: number;
}

/** Functions of a service for one kind of entity that it owns, or has a copy of. */
export interface Collection {
  /** Entities of a range in the order of their ids. */
  read?: (range: IdRange) => Promise<StoredEntity[]>;
  /** Returns the ids that are entities here; for owners that others refer to. */
  present?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Publishes the entities again, above the given revisions. Ids that do not exist are skipped. */
  republish?: (targets: readonly Target[]) => Promise<void>;
  /** Publishes the end of entities that do not exist here; those that do exist are skipped. */
  retract?: (targets: readonly Target[]) => Promise<void>;
  references?: Readonly<Record<string, (after: string | undefined) => Promise<ReferencePage>>>;
  checks?: Readonly<Record<string, (page: number) => Promise<CheckPage>>>;
}
export type Collections = Readonly<Record<string, Collection>>;

interface SqlSource<Row> {
  /** Selects id (uuid, or text with `collate "C"`), revision, and what `toEntity` needs. */
  rows: string;
  /** Left out where the rows are entities already. */
  toEntity?: (row: Row) => StoredEntity;
}

/** SQL of the day in Paris by which figures count an instant: it differs where a former version stated its process's time. */
export const dayOf = (instant: string): string => `(${instant} at time zone '${LIVE_TIME_ZONE}')::date`;

/** Reads ranges of a table, or of any query with an ordered id. */
export const createSqlReader =
  <Row extends { id: string }>(postgres: Queryable, { rows, toEntity }: SqlSource<Row>) =>
  async ({ after, to, limit }: IdRange): Promise<StoredEntity[]> => {
    const bounds = [
      { condition: 'id >', value: after },
      { condition: 'id <=', value: to },
    ].filter(({ value }) => value !== undefined);
    const where = bounds.map(({ condition }, index) => `${condition} $${index + 2}`).join(' and ');
    const { rows: records } = await postgres.query<Row>(
      `select * from (${rows}) entities ${where && `where ${where}`} order by id limit $1`,
      [limit, ...bounds.map(({ value }) => value)],
    );
    return toEntity ? records.map(toEntity) : (records as unknown as StoredEntity[]);
  };

/** Returns the ids that a query finds: `$1` is their array. */
export const presentIn =
  (postgres: Queryable, query: string): NonNullable<Collection['present']> =>
  async (ids) =>
    new Set((await postgres.query<{ id: string }>(query, [ids])).rows.map(({ id }) => id));

/** Entity with the end of a subscriber's access. A copy that grants none needs no subscription: billing may never have known it. */
export const accessEntity = ({
  id,
  revision,
  paidUntil,
}: {
  id: string;
  revision: number;
  paidUntil: Date | null;
}): StoredEntity => ({ id, revision, facts: { paidUntil }, isInert: paidUntil === null });

const fingerprintOf = (facts: Readonly<Record<string, unknown>>, names: readonly string[]): string =>
  hash('sha1', JSON.stringify(names.map((name) => facts[name] ?? null)), 'base64');

/** A page as it is compared: fingerprints in the place of facts. */
export const entriesOf = (entities: readonly StoredEntity[], facts: readonly string[]): Entry[] =>
  entities.map(({ id, revision, facts: stored, slug, isInert = false }) => ({
    id,
    revision,
    fingerprint: stored && fingerprintOf(stored, facts),
    slug: slug ?? '',
    isInert,
  }));

/**
 * Hashes a range a page at a time, so that its memory does not grow with the collection. Deleted entities are left out: an
 * owner may have deleted those that a copy remembers.
 */
export const digestOf = async (
  read: NonNullable<Collection['read']>,
  {
    after,
    to,
    facts,
    revisions,
    limit,
  }: {
    after?: string | undefined;
    to?: string | undefined;
    facts: readonly string[];
    revisions: boolean;
    limit?: number | undefined;
  },
): Promise<Digest> => {
  const sum = createHash('sha256');
  let count = 0;
  let last = after;
  for (;;) {
    const pageSize = Math.min(MAX_RANGE, limit ?? MAX_RANGE);
    const page = await read({ after: last, to, limit: pageSize });
    for (const { id, revision, fingerprint } of entriesOf(page, facts)) {
      if (fingerprint === null) continue;
      sum.update(`${id} ${revisions ? revision : ''} ${fingerprint}\n`);
      count += 1;
    }
    last = page.at(-1)?.id;
    const isEnd = page.length < pageSize;
    if (isEnd || limit !== undefined) return { count, hash: sum.digest('base64'), to: isEnd ? null : (last ?? null) };
  }
};
