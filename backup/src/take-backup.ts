import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { DATABASES } from 'contracts/services';
import type { DatabaseName } from 'contracts/services';
import { connectPostgres } from 'service-kit/postgres';
import { databaseUrls } from './config.ts';
import type { StoreSettings } from './config.ts';
import { readManifest, writeManifest } from './manifest.ts';
import type { ManifestBody } from './manifest.ts';
import { copyFiles } from './media/copy-files.ts';
import { readMediaList, writeMediaList } from './media/media-list.ts';
import { openMediaStore } from './media/open-store.ts';
import { withMongo, versionOf } from './mongodb/database.ts';
import { dumpMongo } from './mongodb/dump.ts';
import type { Seal } from './sealed-file.ts';
import type { BackupFolder } from './backup-folder.ts';
import { noneIfMissing } from './missing-file.ts';
import { pinDatabase } from './postgres/dump.ts';
import type { PinnedDatabase } from './postgres/dump.ts';

const MEDIA_LIST = 'media.jsonl.gz';
type Print = (line: string) => void;

const platformVersion = async (): Promise<string> =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(import.meta.dirname, '..', 'package.json'), 'utf8'))).version;

/** Seals that the newest backup recorded for the files in the pool, by key. */
const knownFiles = async (backups: BackupFolder): Promise<Map<string, Seal>> => {
  const newest = (await backups.whole()).at(-1);
  const known = new Map<string, Seal>();
  if (newest === undefined) return known;
  for await (const { key, ...seal } of readMediaList(
    join(backups.folderOf(newest), (await readManifest(backups.folderOf(newest))).media.file),
  ))
    known.set(key, seal);
  return known;
};

/** Pins all databases at nearly one moment: every connection is open before the first transaction begins. */
const pinAll = async (settings: StoreSettings): Promise<Map<DatabaseName, PinnedDatabase>> => {
  const urls = databaseUrls(settings);
  const clients: pg.Client[] = [];
  try {
    for (const name of DATABASES) clients.push(await connectPostgres(urls[name]));
    return new Map(
      await Promise.all(
        DATABASES.map(
          async (name, index) => [name, await pinDatabase(name, urls[name], clients[index] as pg.Client)] as const,
        ),
      ),
    );
  } catch (error) {
    await Promise.all(clients.map((client) => client.end()));
    throw error;
  }
};

/** Dumps the databases as of one moment and lists media's files; the transactions end as soon as both are written. */
const dumpDatabases = async (settings: StoreSettings, folder: string, print: Print) => {
  const databases = await pinAll(settings);
  try {
    const { mongodb, version } = await withMongo(settings.MONGO_URL, async (database) => ({
      mongodb: await dumpMongo(database, folder),
      version: await versionOf(database),
    }));
    print(
      `mongodb: ${mongodb.map(({ collection, documents }) => `${documents} ${collection}`).join(', ') || 'no collections'}`,
    );
    const postgres = [];
    for (const [database, pinned] of databases) {
      const part = await pinned.dump(folder);
      print(`${database}: ${part.bytes} bytes`);
      postgres.push(part);
    }
    return {
      mongodb,
      postgres,
      files: (await databases.get('media')?.mediaFiles()) ?? [],
      versions: { postgres: databases.get('identity')?.version ?? '', mongodb: version },
    };
  } finally {
    await Promise.all([...databases.values()].map((database) => database.release()));
  }
};

/**
 * Writes a backup of the three stores while the platform runs. It contains everything that was acknowledged before it began:
 *
 * 1. The four PostgreSQL databases are pinned at one moment, so that they agree except for events in transit.
 * 2. MongoDB is read immediately afterwards: the catalogue's copies of other services' data are then never older than the pinned
 *    data, and other services' copies of models never newer than the models.
 * 3. The pinned databases are dumped, however long that takes, together with the pending events in their outboxes.
 * 4. After the transactions have ended, the files named by media's database are copied: a file is written before its row. Copying
 *    may take hours, in which an open transaction would prevent vacuum from removing dead rows.
 *
 * Messages in the broker at that time are in no store; `reconcile --repair` publishes them again.
 */
export const takeBackup = (settings: StoreSettings, backups: BackupFolder, print: Print): Promise<ManifestBody> =>
  backups.alone(async () => {
    const begunAt = new Date();
    const known = await knownFiles(backups);
    const name = await backups.begin(begunAt);
    const folder = backups.folderOf(name);
    const { mongodb, postgres, files, versions } = await dumpDatabases(settings, folder, print);
    const store = await openMediaStore(settings);
    const { listed, missing, copied } = await copyFiles({ store, pool: backups.pool, known }, files).finally(() =>
      store.close(),
    );
    print(
      `media: ${listed.length} files, ${copied.files} of them new (${copied.bytes} bytes)${missing.length > 0 ? `; ${missing.length} are no longer in the storage` : ''}`,
    );
    const list = await writeMediaList(join(folder, MEDIA_LIST), listed);
    return writeManifest(folder, {
      name,
      begunAt: begunAt.toISOString(),
      endedAt: new Date().toISOString(),
      versions: { platform: await platformVersion(), ...versions },
      postgres,
      mongodb,
      media: {
        file: MEDIA_LIST,
        ...list,
        files: listed.length,
        fileBytes: listed.reduce((sum, { bytes }) => sum + bytes, 0),
        missing,
      },
    });
  });

/**
 * Removes all but the newest backups, interrupted backups, and the media files that no remaining backup lists.
 * @returns the names of the removed backups
 */
export const pruneBackups = (backups: BackupFolder, retained: number, print: Print): Promise<string[]> =>
  backups.alone(async () => {
    const whole = await backups.whole();
    const gone = [...whole.slice(0, -retained), ...(await backups.unfinished())];
    for (const name of gone) await backups.remove(name);
    const needed = new Set<string>();
    for (const name of whole.slice(-retained))
      for await (const { key } of readMediaList(join(backups.folderOf(name), MEDIA_LIST))) needed.add(key);
    let removed = 0;
    const pool = await readdir(backups.pool, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
    for (const file of pool.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      if (needed.has(path.slice(backups.pool.length + 1))) continue;
      await rm(path);
      removed += 1;
    }
    print(
      `retained ${Math.min(retained, whole.length)} backups, removed ${gone.length} and ${removed} media files that no backup needs`,
    );
    return gone;
  });
