import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOLDER } from 'media/testing/drivers';
import { jpeg } from 'media/testing/fixtures';
import { hasPrograms } from '../src/postgres/programs.ts';
import { createStores } from './own-stores.ts';
import { startPlatform } from './platform.ts';
import type { Platform } from './platform.ts';

const script = join(__dirname, '..', 'src', 'main.ts');

(hasPrograms() ? describe : describe.skip)('backup and restore on the command line', () => {
  let stores: Awaited<ReturnType<typeof createStores>>;
  let platform: Platform;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    stores = await createStores(FOLDER);
    const settings = await stores.settings();
    platform = await startPlatform(settings);
    const ports = Object.entries(platform.management).map(([name, url]) => [
      `${name.toUpperCase()}_MANAGEMENT_URL`,
      url,
    ]);
    environment = { ...process.env, ...(settings as Record<string, string>), ...Object.fromEntries(ports) };
    await platform.newModel('maelle', [await platform.upload('maelle', await jpeg())]);
    await platform.settle();
    folder = await mkdtemp(join(tmpdir(), 'backup-cli-'));
  }, 60_000);
  afterAll(async () => {
    await platform.stop();
    await stores.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (args: string[], env = environment) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
      );
    });

  test('prints its usage on --help, and ends with 2 on an unknown command', async () => {
    expect(await run(['backup', '--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('npm run restore') as string,
    });
    expect(await run(['backup'])).toMatchObject({ code: 2 });
    expect(await run(['backup', folder, '--nonsense'])).toMatchObject({ code: 2 });
    expect(await run(['backup', folder, '--keep', '0'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('--keep takes a whole number from 1 on') as string,
    });
  }, 60_000);

  test('restores over data only with --yes, and reports how the stores agree', async () => {
    expect(await run(['backup', folder, '--keep', '2'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('retained 1 backups') as string,
    });
    expect(await run(['restore', folder, '--verify'])).toMatchObject({ code: 0 });
    const rejected = await run(['restore', folder]);
    expect(rejected).toMatchObject({
      code: 1,
      output: expect.stringContaining('--yes overwrites without a prompt') as string,
    });
    await platform.databases.media.query('update assets set width = 1');
    expect(await run(['reconcile', '--settle', '1'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 compared, 1 differ') as string,
    });
    expect(await run(['restore', folder, '--yes'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('✓ restored') as string,
    });
    expect(await run(['reconcile', '--settle', '1'])).toMatchObject({ code: 0 });
  }, 120_000);

  test('touches nothing without a whole backup, or with a damaged one', async () => {
    const other = `${folder}-damaged`;
    await cp(folder, other, { recursive: true });
    const [name = ''] = (await readdir(other)).filter((entry) => entry.endsWith('Z'));
    await rm(join(other, name, 'postgres', 'billing.dump'));
    await platform.databases.media.query('update assets set width = 2');
    expect(await run(['restore', other, '--yes'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('damaged, nothing was touched') as string,
    });
    await rm(join(other, name, 'manifest.json'));
    expect(await run(['restore', other, '--yes'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('no backup that has come to its end') as string,
    });
    expect((await platform.databases.media.query('select width from assets')).rows).toEqual([{ width: 2 }]);
    await rm(other, { recursive: true });
  }, 60_000);

  test('fails with the reason, without the password, when a store does not respond', async () => {
    const url = new URL(environment.BILLING_DATABASE_URL ?? '');
    url.password = 'a-password-of-billing';
    url.pathname = '/nowhere_at_all';
    const { code, output } = await run(['backup', folder], { ...environment, BILLING_DATABASE_URL: url.href });
    expect(code).toBe(1);
    expect(output).toContain('nowhere_at_all');
    expect(output).not.toContain('a-password-of-billing');
    expect(
      (await run(['backup', folder], { ...environment, MONGO_URL: 'mongodb://user:a-password@' })).output,
    ).not.toContain('a-password');
  }, 60_000);
});
