import { readdir } from 'node:fs/promises';
import { DATABASES } from 'contracts/services';
import pg from 'pg';
import { createMongo } from 'service-kit/mongo';

/** Values of one column, one document field, or the file names, as text with JSON escapes. */
export interface StoreContent {
  /** Location such as `billing.postbacks.call`. */
  place: string;
  text: string;
}

/** Query for every table outside of PostgreSQL's own schemas. */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as address, case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'm') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' order by 1`;

/** Groups the values of each key. */
const byKey = (owner: string, rows: readonly Record<string, unknown>[]): StoreContent[] => {
  const values = new Map<string, string[]>();
  for (const row of rows)
    for (const [key, value] of Object.entries(row)) {
      const known = values.get(key);
      const text = JSON.stringify(value) ?? '';
      if (known) known.push(text);
      else values.set(key, [text]);
    }
  return [...values].map(([key, texts]) => ({ place: `${owner}.${key}`, text: texts.join('\n') }));
};

const readDatabase = async (service: string, url: string): Promise<StoreContent[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ address: string; name: string }>(TABLES);
    const contents: StoreContent[] = [];
    for (const { address, name } of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${address} t`,
      );
      contents.push(
        ...byKey(
          `${service}.${name}`,
          rows.map(({ row }) => row),
        ),
      );
    }
    return contents;
  } finally {
    await client.end();
  }
};

const readCollections = async (url: string): Promise<StoreContent[]> => {
  const { connection, close } = await createMongo(url);
  try {
    const names = ((await connection.db?.listCollections({}, { nameOnly: true }).toArray()) ?? []).map(
      ({ name }) => name,
    );
    const collections = await Promise.all(
      names.map(async (name) => byKey(`catalogue.${name}`, await connection.collection(name).find().toArray())),
    );
    return collections.flat();
  } finally {
    await close();
  }
};

/**
 * Reads all contents of a running stack's stores: all columns of all tables (bytes in hexadecimal), all collections, and the names
 * of media's files. New services, tables and columns are included automatically.
 * @param stores addresses by the variables that `backup` reads
 */
export const readStoreContents = async (stores: Readonly<Record<string, string>>): Promise<StoreContent[]> => {
  const contents = await Promise.all([
    ...DATABASES.map((service) => readDatabase(service, stores[`${service.toUpperCase()}_DATABASE_URL`] ?? '')),
    readCollections(stores.MONGO_URL ?? ''),
    readdir(stores.STORAGE_DIR ?? '', { recursive: true }).then((files) => [
      { place: 'names of media files', text: files.join('\n') },
    ]),
  ]);
  return contents.flat();
};
