import { randomUUID } from 'node:crypto';
import { createProjection } from 'service-kit/projection';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';

interface Shop {
  slug: string;
  since: number;
  tags: string[];
}

const shops = createProjection<Shop>({
  table: 'shops',
  columns: { slug: ({ slug }) => slug, since: ({ since }) => since, tags: ({ tags }) => tags },
  merges: { since: 'case when shops.slug = excluded.slug then shops.since else excluded.since end' },
  tombstone: 'is_deleted',
});
const openings = createProjection<{ isOpen: boolean }>({
  table: 'shops',
  revision: 'open_revision',
  columns: { is_open: ({ isOpen }) => isOpen },
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
    expect(await shops.apply(database.postgres, id, shop(), 1)).toBe(true);
    expect(await shops.apply(database.postgres, id, shop({ slug: 'sud', tags: ['b', 'c'] }), 2)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ slug: 'sud', tags: ['b', 'c'], revision: 2 });
  });

  test.each([1, 2])('ignores an announcement of revision %d after revision 2', async (revision) => {
    const id = randomUUID();
    await shops.apply(database.postgres, id, shop(), 2);
    expect(await shops.apply(database.postgres, id, shop({ slug: 'late' }), revision)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', revision: 2 });
  });

  test('computes merged columns from the stored row', async () => {
    const id = randomUUID();
    await shops.apply(database.postgres, id, shop({ since: 1 }), 1);
    await shops.apply(database.postgres, id, shop({ since: 2 }), 2);
    expect(await rowOf(id)).toMatchObject({ since: 1 });
    await shops.apply(database.postgres, id, shop({ slug: 'sud', since: 3 }), 3);
    expect(await rowOf(id)).toMatchObject({ since: 3 });
  });

  test('keeps a removed row as a tombstone that no announcement revives, also a newer one', async () => {
    const id = randomUUID();
    await shops.apply(database.postgres, id, shop(), 5);
    await shops.remove(database.postgres, id, 3, { slug: 'nord' });
    expect(await shops.apply(database.postgres, id, shop({ slug: 'late' }), 6)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', is_deleted: true, revision: 5 });
  });

  test('records a removal that arrives before the entity', async () => {
    const id = randomUUID();
    await shops.remove(database.postgres, id, 4, { slug: 'nord' });
    expect(await shops.apply(database.postgres, id, shop(), 1)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', is_deleted: true, revision: 4 });
  });

  test('projects two kinds of announcements into one table by revisions of their own, in any order', async () => {
    const id = randomUUID();
    await openings.apply(database.postgres, id, { isOpen: true }, 7);
    expect(await shops.apply(database.postgres, id, shop(), 1)).toBe(true);
    expect(await openings.apply(database.postgres, id, { isOpen: false }, 6)).toBe(false);
    expect(await rowOf(id)).toMatchObject({ slug: 'nord', revision: 1, is_open: true, open_revision: 7 });
  });
});
