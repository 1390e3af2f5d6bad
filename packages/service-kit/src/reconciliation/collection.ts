import { createHash, hash } from 'node:crypto';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Queryable } from '../postgres.ts';
import type { CheckPage, Digest, Entry, ReferencePage, Target } from './protocol.ts';
import { MAX_RANGE } from './protocol.ts';

/** Entity as its service stores it. */
export interface StoredEntity {
  id: string;
  revision: number;
  /** Facts under the names of the event that carries them; null for an entity known to be deleted. */
  facts: Readonly<Record<string, unknown>> | null;
  slug?: string | null;
  isInert?: boolean;
}

/** Range of ids: lower bound exclusive, upper inclusive; an absent bound is open. */
export interface IdRange {
  after?: string | undefined;
  to?: string | undefined;
  limit: number;
}

/** Functions of a service for one kind of entity that it owns or copies. */
export interface Collection {
  /** Reads the entities of a range, ordered by id. */
  read?: (range: IdRange) => Promise<StoredEntity[]>;
  /** Returns those of the ids that exist; for owners that other services reference. */
  present?: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Publishes the entities again, with revisions above the given ones. Ids that do not exist are skipped. */
  republish?: (targets: readonly Target[]) => Promise<void>;
  /** Publishes the deletion of entities that do not exist here; existing ones are skipped. */
  retract?: (targets: readonly Target[]) => Promise<void>;
  references?: Readonly<Record<string, (after: string | undefined) => Promise<ReferencePage>>>;
  checks?: Readonly<Record<string, (page: number) => Promise<CheckPage>>>;
}
export type Collections = Readonly<Record<string, Collection>>;

interface SqlSource<Row> {
  /** Query that selects id (uuid, or text with `collate "C"`), revision, and the columns for `toEntity`. */
  rows: string;
  /** Absent when the rows already are entities. */
  toEntity?: (row: Row) => StoredEntity;
}

/** Returns SQL for the day in Paris of an instant, by which figures are counted; a former version used its process's time zone. */
export const dayOf = (instant: string): string => `(${instant} at time zone '${LIVE_TIME_ZONE}')::date`;

/** Creates a reader for ranges of a table, or of any query with an ordered id. */
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

/** Returns the ids that a query finds; its parameter `$1` is their array. */
export const presentIn =
  (postgres: Queryable, query: string): NonNullable<Collection['present']> =>
  async (ids) =>
    new Set((await postgres.query<{ id: string }>(query, [ids])).rows.map(({ id }) => id));

/**
 * Creates the entity of a subscriber's end of access. A copy without access needs no subscription at billing, which may not have
 * one.
 */
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

/** Returns entries to compare: fingerprints instead of facts. */
export const entriesOf = (entities: readonly StoredEntity[], facts: readonly string[]): Entry[] =>
  entities.map(({ id, revision, facts: stored, slug, isInert = false }) => ({
    id,
    revision,
    fingerprint: stored && fingerprintOf(stored, facts),
    slug: slug ?? '',
    isInert,
  }));

/**
 * Hashes a range one page at a time, so that memory does not grow with the collection. Deleted entities are left out: the owner may
 * have purged entities of which a copy still has a tombstone.
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
