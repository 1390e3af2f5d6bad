import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLogger } from 'service-kit/logger';
import { createPostgres, migrate } from 'service-kit/postgres';

/** A database of its own with the kit's tables alone. */
export const startDatabase = async () => {
  const server = process.env.POSTGRES_URL;
  if (!server) throw new Error('POSTGRES_URL says where the tests may create databases');
  const name = `kit_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate(url.href, new URL('./', import.meta.url));
  const postgres = createPostgres({ url: url.href, logger: createLogger('kit', 'silent') });
  return {
    url: url.href,
    postgres,
    stop: async () => {
      await postgres.close();
      const client = new pg.Client({ connectionString: server });
      await client.connect();
      await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
      await client.end();
    },
  };
};
export type Database = Awaited<ReturnType<typeof startDatabase>>;
