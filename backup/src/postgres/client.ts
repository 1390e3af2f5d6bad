import pg from 'pg';
import { connectPostgres } from 'service-kit/postgres';

export const withPostgres = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = await connectPostgres(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Counts the rows of each table of the service. */
export const countRows = async (client: Pick<pg.ClientBase, 'query'>): Promise<Record<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::float8 as count from public.${pg.escapeIdentifier(name)}`,
    );
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
};
