import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from 'testing/eventually';
import { FOLDER, PRIVATE_BUCKET, withEach } from 'media/testing/drivers';
import { jpeg } from 'media/testing/fixtures';
import type { ManifestBody } from '../src/manifest.ts';
import { createBackupFolder } from '../src/backup-folder.ts';
import { withPostgres } from '../src/postgres/client.ts';
import { hasPrograms } from '../src/postgres/programs.ts';
import type { Pair } from '../src/reconcile/compare.ts';
import { reconcile } from '../src/reconcile/reconcile.ts';
import { OperatorError } from '../src/operator-error.ts';
import { restoreBackup, storesWithData } from '../src/restore-backup.ts';
import { pruneBackups, takeBackup } from '../src/take-backup.ts';
import { verifyBackup } from '../src/verify-backup.ts';
import { createStores } from './own-stores.ts';
import { startPlatform } from './platform.ts';
import type { Person, Photo, Platform } from './platform.ts';

const silent = () => undefined;
const differing = (pairs: readonly Pair[]) =>
  pairs.filter(({ differences }) => differences.length > 0).map(({ name }) => name);

/** Writes that the platform has acknowledged. */
interface Acknowledged {
  affiliates: string[];
  models: { slug: string; photos: Photo[] }[];
  paid: Person[];
  registered: Person[];
}

/** Writes one record of each kind, one after the other, and lists each in `into` once it is acknowledged. */
const write = async (platform: Platform, into: Acknowledged): Promise<void> => {
  const affiliate = await platform.newAffiliate();
  into.affiliates.push(affiliate);
  const slug = `model-${randomUUID().slice(0, 8)}`;
  const photos = [await platform.upload(slug, await jpeg(320, 200)), await platform.upload(slug, await jpeg(200, 320))];
  await platform.newModel(slug, photos);
  into.models.push({ slug, photos });
  await platform.settle();
  const [paid, registered] = [await platform.register(slug, affiliate), await platform.register(slug, affiliate)];
  into.registered.push(registered);
  await platform.pay(paid);
  into.paid.push(paid);
};

const nothing = (): Acknowledged => ({ affiliates: [], models: [], paid: [], registered: [] });

/** Counts the transactions in a database that are open although their client is idle. */
const heldIn = async (url: string): Promise<number> =>
  withPostgres(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    return rows[0]?.count ?? 0;
  });

(hasPrograms() ? test : test.skip)('no database is held while media files are copied', async () => {
  const stores = await createStores(FOLDER);
  const settings = await stores.settings();
  const backups = createBackupFolder(await mkdtemp(join(tmpdir(), 'backup-test-')));
  const platform = await startPlatform(settings);
  try {
    await platform.upload('slow', await jpeg(320, 200));
    await platform.settle();
    const key = await withPostgres(settings.MEDIA_DATABASE_URL, async (client) => {
      const { rows } = await client.query<{ key: string }>('select key from files where asset_id is not null limit 1');
      return rows[0]?.key ?? '';
    });
    if (settings.STORAGE_DRIVER !== 'file') throw new Error('this test replaces a file of a folder');
    // Replaces the file by a pipe, which a reader can open only once there is a writer: the test decides how long reading it takes.
    const slow = join(settings.STORAGE_DIR, 'files', key);
    await rm(slow);
    execFileSync('mkfifo', [slow]);
    const lines: string[] = [];
    const taking = takeBackup(settings, backups, (line) => void lines.push(line));
    await eventually(() => lines.some((line) => line.startsWith('billing:')), 'the dumps');
    await eventually(async () => (await heldIn(settings.MEDIA_DATABASE_URL)) === 0, 'the release of the databases');
    expect(lines.some((line) => line.startsWith('media: 1') || line.includes(' files,'))).toBe(false);
    await writeFile(slow, 'a slow file');
    await taking;
  } finally {
    await platform.stop();
    await stores.remove();
    await rm(backups.root, { recursive: true, force: true });
  }
});

withEach(
  [FOLDER, PRIVATE_BUCKET].map((driver) => ({ ...driver, isThere: driver.isThere && hasPrograms() })),
  (driver) => {
    let stores: Awaited<ReturnType<typeof createStores>>;
    let backups: ReturnType<typeof createBackupFolder>;
    let platform: Platform;
    beforeEach(async () => {
      stores = await createStores(driver);
      backups = createBackupFolder(await mkdtemp(join(tmpdir(), 'backup-test-')));
      platform = await startPlatform(await stores.settings());
    });
    afterEach(async () => {
      await platform.stop();
      await stores.remove();
      await rm(backups.root, { recursive: true, force: true });
    });

    const restore = async (name: string): Promise<ManifestBody> => {
      const manifest = await verifyBackup(backups, name);
      await restoreBackup(await stores.settings(), backups, manifest, silent);
      return manifest;
    };
    const look = async (options: { repair?: boolean } = {}) =>
      reconcile(platform.management, {
        settle: platform.settle,
        repair: options.repair ?? false,
        remove: options.repair ?? false,
        print: silent,
      });

    test('restores all that was acknowledged before the backup began when every store is lost, and the stores agree', async () => {
      const before = nothing();
      for (let round = 0; round < 3; round += 1) await write(platform, before);
      // The broker still carries what media has not consumed: a payment, among others.
      await platform.settle();
      platform.broker.hold('media');
      const [model] = before.models;
      const late = await platform.register(model?.slug ?? '', '');
      await platform.settle();
      await platform.pay(late);
      await platform.settle();
      expect(platform.broker.heldFor('media')).toBeGreaterThan(0);

      let isDone = false;
      const meanwhile = nothing();
      const writing = (async () => {
        while (!isDone) await write(platform, meanwhile);
      })();
      const { name } = await takeBackup(await stores.settings(), backups, silent).finally(() => {
        isDone = true;
      });
      await writing;
      const bytes = await platform.see(model?.slug ?? '', before.paid[0] as Person);
      await platform.stop();
      await stores.lose();

      expect(await storesWithData(await stores.settings())).toEqual([]);
      await restore(name);
      platform = await startPlatform(await stores.settings());
      await platform.settle();
      expect(differing(await look())).toContain('billing.subscriptions, media.entitlements');
      expect(differing(await look({ repair: true }))).toEqual([]);
      expect(differing(await look())).toEqual([]);

      for (const person of [...before.paid, ...before.registered, late]) expect(await platform.logIn(person)).toBe(200);
      for (const person of [...before.paid, late]) expect(await platform.hasPaid(person)).toBe(true);
      for (const person of before.registered) expect(await platform.hasPaid(person)).toBe(false);
      for (const { slug, photos } of before.models) {
        const seen = await platform.see(slug, late);
        expect(seen.map((photo) => photo?.length ?? 0).every((length) => length > 0)).toBe(true);
        expect(seen).toHaveLength(photos.length);
      }
      expect((await platform.see(model?.slug ?? '', late)).map((photo) => photo?.toString('base64'))).toEqual(
        bytes.map((photo) => photo?.toString('base64')),
      );
      expect(await platform.see(model?.slug ?? '', before.registered[0] as Person)).toEqual([null, null]);
      const { rows } = await platform.databases.affiliate.query<{ slug: string }>('select slug from affiliates');
      expect(rows.map(({ slug }) => slug)).toEqual(expect.arrayContaining(before.affiliates));
      await write(platform, nothing());
    }, 120_000);

    test('does not copy files again that an earlier backup has; the restored state can be backed up and restored as well', async () => {
      const written = nothing();
      await write(platform, written);
      await platform.settle();
      const lines: string[] = [];
      const first = await takeBackup(await stores.settings(), backups, (line) => lines.push(line));
      expect(lines.join()).toContain(`${first.media.files} files, ${first.media.files} of them new`);
      expect(first.media.files).toBeGreaterThan(2);
      await restore(first.name);
      const [firstPhoto] = written.models[0]?.photos ?? [];
      await platform.upload(firstPhoto?.slug ?? '', await jpeg(64, 64));
      const second = await takeBackup(await stores.settings(), backups, (line) => lines.push(line));
      expect(second.media.files).toBeGreaterThan(first.media.files);
      expect(lines.join()).toContain(
        `${second.media.files} files, ${second.media.files - first.media.files} of them new`,
      );
      await restore(second.name);
      await platform.settle();
      expect(differing(await look({ repair: true }))).toEqual([]);
      expect(await backups.whole()).toEqual([first.name, second.name]);
      await pruneBackups(backups, 1, silent);
      expect(await backups.whole()).toEqual([second.name]);
      await verifyBackup(backups, second.name);
    }, 120_000);

    test('rejects a backup with a flipped byte, a missing part or no end', async () => {
      await write(platform, nothing());
      const { name, postgres, mongodb, media } = await takeBackup(await stores.settings(), backups, silent);
      const folder = backups.folderOf(name);
      const [key] = (await readdir(backups.pool, { recursive: true })).filter((path) => path.includes('/'));
      const parts = [
        ...[...postgres, ...mongodb, media].map(({ file }) => join(folder, file)),
        join(backups.pool, key ?? ''),
        join(folder, 'manifest.json'),
      ];
      expect(parts.length).toBeGreaterThan(8);
      for (const path of parts) {
        const whole = await readFile(path);
        const flipped = Buffer.from(whole);
        const middle = Math.floor(flipped.length / 2);
        // In the manifest one digit becomes another, so that it stays valid JSON; in other files one bit is flipped.
        const at = path.endsWith('manifest.json') ? flipped.indexOf('"bytes": ') + '"bytes": '.length : middle;
        flipped[at] = path.endsWith('manifest.json') ? (flipped[at] === 49 ? 50 : 49) : (flipped[at] ?? 0) ^ 1;
        await writeFile(path, flipped);
        await expect(verifyBackup(backups, name)).rejects.toThrow(OperatorError);
        await rm(path);
        await expect(verifyBackup(backups, name)).rejects.toThrow(OperatorError);
        await writeFile(path, whole);
      }
      await verifyBackup(backups, name);
      await rm(join(folder, 'manifest.json'));
      expect(await backups.whole()).toEqual([]);
      expect(await backups.unfinished()).toEqual([name]);
    }, 120_000);
  },
);
