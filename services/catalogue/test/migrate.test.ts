import { execFile } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, '..', 'src', 'migrate.ts');

const migrate = (settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [SCRIPT], { env: { PATH: process.env.PATH, ...settings } }, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    ),
  );

test.each([
  [
    'where no database server is reachable',
    { MONGO_URL: 'mongodb://user:secret-password@127.0.0.1:1/catalogue' },
    'catalogue: migration failed: connect ECONNREFUSED 127.0.0.1:1\n',
  ],
  ['without its address', {}, 'catalogue: migration failed: MONGO_URL is missing\n'],
])('a migration names its cause in one line %s', async (_when, settings, line) => {
  expect(await migrate(settings)).toEqual({ code: 1, stderr: line });
});
