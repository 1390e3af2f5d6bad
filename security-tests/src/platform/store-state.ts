import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import mongoose from 'mongoose';
import pg from 'pg';
import type { Site } from './site.ts';

/** Data that a rejected request may change, by table: the whole table, or only these columns. */
const EXEMPT: Readonly<Record<string, { columns?: readonly string[]; reason: string }>> = {
  rate_limits: { reason: 'a rejected attempt counts' },
  second_factor_challenges: { reason: 'a wrong proof counts, and expired challenges are removed' },
  resumable_uploads: { columns: ['active_at'], reason: 'a sender whose part is rejected is still there' },
  visit_keys: { reason: 'it is removed when its day ends' },
  visitors_seen: { reason: 'they are removed when their day ends' },
  mails: { columns: ['attempts', 'due_at'], reason: 'a mail that the mail server rejects is retried' },
  telegram_invites: { columns: ['attempts', 'due_at', 'leased_until', 'is_banned'], reason: 'an invite is retried' },
  pushes: { columns: ['attempts', 'due_at'], reason: 'a push message is retried' },
  live_notices: { reason: 'it is moved each minute' },
  assets: {
    columns: ['touchedAt'],
    reason: 'the catalogue notes assets before it tries to write the model that lists them',
  },
};

/** Digests by store and table, collection or folder. */
export type StoreState = ReadonlyMap<string, string>;
interface Taken {
  state: StoreState;
  /** Whether events or mails wait to be sent, or files to be processed. */
  isBusy: boolean;
}

const PAUSE_MS = 300;
const SETTLED_WITHIN_MS = 60_000;
const digest = (text: string) => createHash('sha256').update(text).digest('base64url');
const exemptColumns = (table: string): readonly string[] | 'all' => {
  const exempt = EXEMPT[table];
  return exempt ? (exempt.columns ?? 'all') : [];
};

const TABLES = `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
/** Conditions of rows that wait for work, by table. */
const WAITING: Readonly<Record<string, string>> = {
  outbox: 'true',
  // A reminder is due only after a day.
  mails: 'attempts = 0 and due_at <= now()',
  pushes: 'attempts = 0 and due_at <= now()',
  due_notices: 'true',
  telegram_invites: '(link is null or not is_wanted) and due_at <= now()',
  assets: `state = 'processing'`,
};

const readDatabase = async (
  pool: pg.Pool,
): Promise<{ rows: { name: string; digest: string; isWaiting: boolean }[] }> => {
  const tables = (await pool.query<{ name: string }>(TABLES)).rows
    .map(({ name }) => name)
    .filter((name) => exemptColumns(name) !== 'all');
  const parts = tables.map((name) => {
    const columns = [...exemptColumns(name)].map((column) => `'${column}'`).join(',');
    return `select '${name}' as name, count(*) || ' rows ' || coalesce(sum(hashtextextended((to_jsonb(t) - array[${columns}]::text[])::text, 0)), 0) as digest, count(*) filter (where ${WAITING[name] ?? 'false'}) > 0 as "isWaiting" from "${name}" t`;
  });
  return pool.query(parts.join(' union all '));
};

/** Resolves when all connections of a pool are closed; the pool's own `end` resolves earlier. */
const closePool = async (pool: pg.Pool): Promise<void> => {
  await Promise.all([pool.totalCount > 0 && once(pool, 'remove'), pool.end()]);
};

const readFolder = async (folder: string): Promise<string> => {
  const names = (await readdir(folder, { recursive: true })).sort();
  // A file removed meanwhile is listed without a size.
  const sizes = await Promise.all(
    names.map(async (name) => `${name} ${(await stat(join(folder, name)).catch(() => null))?.size ?? 'gone'}`),
  );
  return digest(sizes.join('\n'));
};

/**
 * Reads the state of every store of a running stack, independently of its services. A rejected request must not change any of it:
 * tables and collections, outbox and inbox (a published event), audit trail, files. One comparison around many rejected requests
 * covers every operation, including future ones; a comparison of objects would need code for each.
 */
export const openStores = ({ stores }: Pick<Site, 'stores'>) => {
  const { MONGO_URL = '', STORAGE_DIR = '', ...urls } = stores;
  const pools = Object.entries(urls).map(([variable, url]) => ({
    service: variable.split('_')[0]?.toLowerCase() ?? '',
    pool: new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 }),
  }));
  const mongo = mongoose.createConnection(MONGO_URL, { maxPoolSize: 2 });

  const readCatalogue = async () => {
    const database = (await mongo.asPromise()).db;
    if (!database) throw new Error('the connection has no database');
    const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
    return Promise.all(
      names.map(async (name) => {
        const columns = exemptColumns(name);
        const documents = await database
          .collection(name)
          .find({}, { projection: Object.fromEntries(columns === 'all' ? [] : columns.map((column) => [column, 0])) })
          .sort({ _id: 1 })
          .toArray();
        return { name, documents };
      }),
    );
  };
  const take = async (): Promise<Taken> => {
    const [databases, collections, files] = await Promise.all([
      Promise.all(pools.map(async ({ service, pool }) => ({ service, rows: (await readDatabase(pool)).rows }))),
      readCatalogue(),
      readFolder(STORAGE_DIR),
    ]);
    const models = collections.find(({ name }) => name === 'models')?.documents ?? [];
    return {
      state: new Map([
        ...databases.flatMap(({ service, rows }) => rows.map((row) => [`${service}.${row.name}`, row.digest] as const)),
        ...collections.map(({ name, documents }) => [`catalogue.${name}`, digest(JSON.stringify(documents))] as const),
        ['media files', files],
      ]),
      isBusy:
        databases.some(({ rows }) => rows.some(({ isWaiting }) => isWaiting)) ||
        models.some(({ outbox }) => Array.isArray(outbox) && outbox.length > 0),
    };
  };
  /** Returns the names of changed tables, collections and folders. */
  const differences = (before: StoreState, after: StoreState): string[] =>
    [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));

  /** Waits until no event, mail or file is pending. @throws after a time limit */
  const settled = async (): Promise<Taken> => {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    let last = await take();
    for (;;) {
      await pause(PAUSE_MS);
      const next = await take();
      const changed = differences(last.state, next.state);
      if (!next.isBusy && changed.length === 0) return next;
      if (performance.now() > deadline)
        throw new Error(
          `the stores do not come to rest: ${next.isBusy ? 'events, mails or files are waiting' : changed.join(', ')}`,
        );
      last = next;
    }
  };

  return {
    /** Returns the names of the changes that `work` makes in the stores. */
    changedBy: async (work: () => Promise<void>): Promise<string[]> => {
      const before = await settled();
      await work();
      const after = await settled();
      return differences(before.state, after.state);
    },
    close: async (): Promise<void> => {
      await Promise.all([...pools.map(({ pool }) => closePool(pool)), mongo.close()]);
    },
  };
};
export type Stores = ReturnType<typeof openStores>;
