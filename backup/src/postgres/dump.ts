import { join } from 'node:path';
import type pg from 'pg';
import type { DatabaseName } from 'contracts/services';
import type { DatabasePart } from '../manifest.ts';
import { writeSealedFile } from '../sealed-file.ts';
import { countRows } from './client.ts';
import { runProgram } from './programs.ts';

/** A file of media's that belongs to an upload. */
export interface MediaFile {
  key: string;
  bytes: number;
}

/** Holds a database's state of this moment, for as long as it takes to write it down. */
export const pinDatabase = async (database: DatabaseName, url: string, client: pg.Client) => {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ snapshot: string; version: string }>(
    `select pg_export_snapshot() as snapshot, current_setting('server_version') as version`,
  );
  const { snapshot = '', version = '' } = rows[0] ?? {};

  return {
    version,
    /** Files that uploads have; those on their way have none yet. Media's database alone. */
    mediaFiles: async (): Promise<MediaFile[]> =>
      (
        await client.query<MediaFile>(
          'select key, bytes::float8 as bytes from files where asset_id is not null order by key',
        )
      ).rows,
    /** Writes the dump (pg_dump's custom format) below a backup's folder. */
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
