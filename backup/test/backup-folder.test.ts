import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackupFolder } from '../src/backup-folder.ts';
import type { BackupFolder } from '../src/backup-folder.ts';
import { pruneBackups } from '../src/take-backup.ts';

const NAME = '2026-03-10T17-00-00Z';
const silent = () => undefined;

describe('pruneBackups', () => {
  let backups: BackupFolder;
  beforeEach(async () => {
    backups = createBackupFolder(await mkdtemp(join(tmpdir(), 'backup-folder-')));
  });
  afterEach(() => rm(backups.root, { recursive: true, force: true }));

  test('accepts a folder without a pool of media files', async () => {
    await mkdir(backups.folderOf(NAME));
    expect(await pruneBackups(backups, 1, silent)).toEqual([NAME]);
  });

  test('fails where the pool cannot be read', async () => {
    await writeFile(backups.pool, 'no folder');
    await expect(pruneBackups(backups, 1, silent)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  test('removes no backup whose manifest cannot be read', async () => {
    await mkdir(backups.folderOf(NAME));
    const manifest = join(backups.folderOf(NAME), 'manifest.json');
    await symlink(manifest, manifest);
    await expect(pruneBackups(backups, 1, silent)).rejects.toMatchObject({ code: 'ELOOP' });
    expect(await readdir(backups.root)).toEqual([NAME]);
  });
});
