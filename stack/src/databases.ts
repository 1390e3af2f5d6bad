import pg from 'pg';

const DUPLICATE_DATABASE = '42P04';

/** Creates missing databases on a PostgreSQL server. */
export const createDatabases = async (server: string, names: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const known = new Set(rows.map(({ datname }) => datname));
    for (const name of names.filter((wanted) => !known.has(wanted)))
      await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
        if (error.code !== DUPLICATE_DATABASE) throw error;
      });
  } finally {
    await client.end();
  }
};
