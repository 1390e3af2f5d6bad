import { randomUUID } from 'node:crypto';
import { createProjection } from 'service-kit/projection';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';

interface Shop {
  slug: string;
  since: number;
  tags: string[];
}
interface Announcement<Data> {
  id: string;
  revision: number;
  data: Data;
}

const shops = createProjection<Announcement<Shop>, Announcement<Pick<Shop, 'slug'>>>({
  table: 'shops',
  idOf: ({ id }) => id,
  columns: { slug: ({ data }) => data.slug, since: ({ data }) => data.since, tags: ({ data }) => data.tags },
  merges: { since: 'case when shops.slug = excluded.slug then shops.since else excluded.since end' },
  tombstone: 'is_deleted',
  onRemoval: { slug: ({ data }) => data.slug },
});
const openings = createProjection<Announcement<{ isOpen: boolean }>>({
  table: 'shops',
  idOf: ({ id }) => id,
  revision: 'open_revision',
  columns: { is_open: ({ data }) => data.isOpen },
  onInsert: { slug: () => '', since: () => 0, revision: () => 0 },
});

let database: Database;
beforeAll(async () => {
  database = await startKitDatabase();
  await database.postgres.query(`create table shops (
    id uuid primary key, slug text not null, since integer not null default 0, tags text[] not null default '{}',
    revision integer not null, is_deleted boolean not null default false, is_open boolean, open_revision integer not null default 0)`);
});
afterAll(() => database.stop());

const shop = (changes: Partial<Shop> = {}): Shop => ({ slug: 'nord', since: 1, tags: ['a'], ...changes });
const rowOf = async (id: string) =>
  (await database.postgres.query<Record<string, unknown>>('select * from shops where id = $1', [id])).rows[0];

describe('createProjection', () => {
  test('creates the row of an entity and replaces it by newer announcements', async () => {
    const id = randomUUID();
    expect(await shops.apply(database.postgres, { id, revision: 1, data: shop() })).toBe(true);
    expect(
      await shops.apply(database.postgres, { id, revision: 2, data: shop({ slug: 'sud', tags: ['b', 'c'] }) }),
    ).toBe(true);
    expect(await rowOf(id)).toMatchObject({ slug: 'sud', tags: ['b', 'c'], revision: 2 });
  });

  test.each([1, 2])('ignores an announcement of revision %d after revision 2', async (revision) => {
    const id = randomUUID();
    await shops.apply(database.postgres, { id, revision: 2, data: shop() });
    expect(await shops.apply(database.postgres, { id, revision, data: shop({ slug: 'late' }) })).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', revision: 2 });
  });

  test('computes merged columns from the stored row', async () => {
    const id = randomUUID();
    await shops.apply(database.postgres, { id, revision: 1, data: shop({ since: 1 }) });
    await shops.apply(database.postgres, { id, revision: 2, data: shop({ since: 2 }) });
    expect(await rowOf(id)).toMatchObject({ since: 1 });
    await shops.apply(database.postgres, { id, revision: 3, data: shop({ slug: 'sud', since: 3 }) });
    expect(await rowOf(id)).toMatchObject({ since: 3 });
  });

  test('keeps a removed row as a tombstone that no announcement revives, also a newer one', async () => {
    const id = randomUUID();
    await shops.apply(database.postgres, { id, revision: 5, data: shop() });
    await shops.remove(database.postgres, { id, revision: 3, data: { slug: 'nord' } });
    expect(await shops.apply(database.postgres, { id, revision: 6, data: shop({ slug: 'late' }) })).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', is_deleted: true, revision: 5 });
  });

  test('records a removal that arrives before the entity', async () => {
    const id = randomUUID();
    await shops.remove(database.postgres, { id, revision: 4, data: { slug: 'nord' } });
    expect(await shops.apply(database.postgres, { id, revision: 1, data: shop() })).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', is_deleted: true, revision: 4 });
  });

  test('projects two kinds of announcements into one table by revisions of their own, in any order', async () => {
    const id = randomUUID();
    await openings.apply(database.postgres, { id, revision: 7, data: { isOpen: true } });
    expect(await shops.apply(database.postgres, { id, revision: 1, data: shop() })).toBe(true);
    expect(await openings.apply(database.postgres, { id, revision: 6, data: { isOpen: false } })).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', revision: 1, is_open: true, open_revision: 7 });
  });
});
