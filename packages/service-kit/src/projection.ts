import type { Queryable } from './postgres.ts';
import { prepared } from './prepared.ts';

interface ProjectionOptions<Announcement> {
  table: string;
  /** Primary key of the table. */
  key?: string;
  /** Columns that every newer announcement overwrites, and their values. */
  columns: Readonly<Record<string, (announcement: Announcement) => unknown>>;
  /** SQL for columns whose new value depends on the stored one; `excluded` is the new row, the table's name the stored row. */
  merges?: Readonly<Record<string, string>>;
  /** Columns that are written only when a row is created. */
  onInsert?: Readonly<Record<string, (announcement: Announcement) => unknown>>;
  /** Column with the revision of the last applied announcement; each projection into the same table has its own. */
  revision?: string;
  /** Boolean column that marks removed rows; absent when the owner never removes entities. */
  tombstone?: string;
  /** Column with the time of the removal, when tombstones expire. */
  removedAt?: string;
}

/**
 * Projects another service's announcements into a table, one row per entity. Events may arrive twice or in any order (at-least-once
 * delivery), so a row changes only for a higher revision, and a removed row stays as a tombstone that no late event revives.
 */
export const createProjection = <Announcement>({
  table,
  key = 'id',
  columns,
  merges = {},
  onInsert = {},
  revision = 'revision',
  tombstone,
  removedAt,
}: ProjectionOptions<Announcement>) => {
  const values = { ...columns, ...onInsert };
  const names = [key, revision, ...Object.keys(values)];
  const updates = [revision, ...Object.keys(columns)].map((name) => `${name} = ${merges[name] ?? `excluded.${name}`}`);
  const insertInto = (inserted: readonly string[]) =>
    `insert into ${table} (${inserted.join(', ')}) values (${inserted.map((_, index) => `$${index + 1}`).join(', ')})
     on conflict (${key}) do update set`;
  const applyStatement = prepared(`${insertInto(names)} ${updates.join(', ')}
     where ${table}.${revision} < excluded.${revision}${tombstone ? ` and not ${table}.${tombstone}` : ''}`);

  return {
    /**
     * Upserts the row of an entity.
     * @returns false when a newer announcement, or the removal, was already applied
     */
    apply: async (client: Queryable, id: string, announcement: Announcement, at: number): Promise<boolean> => {
      const { rowCount } = await client.query(applyStatement, [
        id,
        at,
        ...Object.values(values).map((valueOf) => valueOf(announcement)),
      ]);
      return rowCount === 1;
    },
    /**
     * Marks the row of an entity as removed permanently.
     * @param required values of the columns without a default: the removal may arrive before the entity
     */
    remove: async (
      client: Queryable,
      id: string,
      at: number,
      required: Readonly<Record<string, unknown>> = {},
    ): Promise<void> => {
      if (!tombstone) throw new Error(`${table} has no tombstone column`);
      const removal = { [tombstone]: true, ...(removedAt && { [removedAt]: new Date() }) };
      const sets = Object.keys(removal).map((name) => `${name} = excluded.${name}`);
      await client.query(
        `${insertInto([key, revision, ...Object.keys(removal), ...Object.keys(required)])}
         ${sets.join(', ')}, ${revision} = greatest(${table}.${revision}, excluded.${revision})`,
        [id, at, ...Object.values(removal), ...Object.values(required)],
      );
    },
  };
};
