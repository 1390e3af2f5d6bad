import type { Queryable } from './postgres.ts';
import { prepared } from './prepared.ts';

/** Event, or what is projected like one. */
interface Announced {
  /** Counts the changes of the entity. */
  revision: number;
}

interface ProjectionOptions<Announcement extends Announced, Removal extends Announced> {
  table: string;
  /** Primary key of the table. */
  key?: string;
  /** Returns the id of the entity that an announcement is about. */
  idOf: (announcement: Announcement | Removal) => string;
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
  /** Columns without a default, and their values in a row that a removal creates: it may arrive before the entity. */
  onRemoval?: Readonly<Record<string, (removal: Removal) => unknown>>;
  /** Column with the time of the removal, when tombstones expire. */
  removedAt?: string;
}

/**
 * Projects another service's announcements into a table, one row per entity. Events may arrive twice or in any order (at-least-once
 * delivery), so a row changes only for a higher revision, and a removed row stays as a tombstone that no late event revives.
 */
export const createProjection = <Announcement extends Announced, Removal extends Announced = never>({
  table,
  key = 'id',
  idOf,
  columns,
  merges = {},
  onInsert = {},
  revision = 'revision',
  tombstone,
  onRemoval = {},
  removedAt,
}: ProjectionOptions<Announcement, Removal>) => {
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
    apply: async (client: Queryable, announcement: Announcement): Promise<boolean> => {
      const { rowCount } = await client.query(applyStatement, [
        idOf(announcement),
        announcement.revision,
        ...Object.values(values).map((valueOf) => valueOf(announcement)),
      ]);
      return rowCount === 1;
    },
    /** Marks the row of an entity as removed permanently. */
    remove: async (client: Queryable, removal: Removal): Promise<void> => {
      if (!tombstone) throw new Error(`${table} has no tombstone column`);
      const marks = { [tombstone]: true, ...(removedAt && { [removedAt]: new Date() }) };
      const sets = Object.keys(marks).map((name) => `${name} = excluded.${name}`);
      await client.query(
        `${insertInto([key, revision, ...Object.keys(marks), ...Object.keys(onRemoval)])}
         ${sets.join(', ')}, ${revision} = greatest(${table}.${revision}, excluded.${revision})`,
        [
          idOf(removal),
          removal.revision,
          ...Object.values(marks),
          ...Object.values(onRemoval).map((valueOf) => valueOf(removal)),
        ],
      );
    },
  };
};
