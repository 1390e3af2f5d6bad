import { join } from 'node:path';
import type pg from 'pg';
import type { DatabaseName } from 'contracts/services';
import type { DatabasePart } from '../manifest.ts';
import { writeSealedFile } from '../sealed-file.ts';
import { countRows } from './client.ts';
import { runProgram } from './programs.ts';

/** Media file that belongs to an upload. */
export interface MediaFile {
  key: string;
  bytes: number;
}

/** Opens a read-only transaction with an exported snapshot, so that a long dump sees the state of this moment. */
export const pinDatabase = async (database: DatabaseName, url: string, client: pg.Client) => {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ snapshot: string; version: string }>(
    `select pg_export_snapshot() as snapshot, current_setting('server_version') as version`,
  );
  const { snapshot = '', version = '' } = rows[0] ?? {};

  return {
    version,
    /** Lists the files that belong to uploads; files of unfinished uploads have no row here. Only for media's database. */
    mediaFiles: async (): Promise<MediaFile[]> =>
      (
        await client.query<MediaFile>(
          'select key, bytes::float8 as bytes from files where asset_id is not null order by key',
        )
      ).rows,
    /** Writes the dump (pg_dump's custom format) into a backup's folder. */
    dump: async (folder: string): Promise<DatabasePart> => {
      const file = join('postgres', `${database}.dump`);
      const { output, ended } = runProgram('pg_dump', url, [
        '--format=custom',
        '--no-owner',
        '--no-privileges',
        `--snapshot=${snapshot}`,
      ]);
      const [seal] = await Promise.all([writeSealedFile(join(folder, file), output), ended]);
      return { database, file, ...seal, rows: await countRows(client) };
    },
    release: () => client.end(),
  };
};
export type PinnedDatabase = Awaited<ReturnType<typeof pinDatabase>>;
