import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import webpack from 'webpack';
import { REPOSITORY } from '../src/apps.ts';
import { LeanContractsPlugin } from '../src/lean-contracts-plugin.ts';
import { scripts } from '../src/webpack-parts.ts';

const OPERATIONS = join(REPOSITORY, 'packages/contracts/src/operations');

test('the plugin leaves a browser the method and path of an operation, without its schemas', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lean-'));
  try {
    await writeFile(
      join(folder, 'entry.js'),
      `import { endSubscriberSession } from ${JSON.stringify(join(OPERATIONS, 'sessions.ts'))};
       import { getModel } from ${JSON.stringify(join(OPERATIONS, 'models.ts'))};
       found.push(endSubscriberSession, getModel);`,
    );
    const compiler = webpack({
      mode: 'production',
      context: REPOSITORY,
      entry: join(folder, 'entry.js'),
      output: { path: folder, filename: 'built.js' },
      optimization: { minimize: false },
      module: { rules: [scripts('production')] },
      resolve: { extensions: ['.ts', '.js'] },
      plugins: [new LeanContractsPlugin()],
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    expect(stats?.compilation.errors).toEqual([]);
    const built = await readFile(join(folder, 'built.js'), 'utf8');
    const found: object[] = [];
    runInNewContext(built, { found });
    expect(JSON.parse(JSON.stringify(found))).toEqual([
      { id: 'endSubscriberSession', method: 'DELETE', path: '/api/auth/sessions/:id' },
      { id: 'getModel', method: 'GET', path: '/api/models/:slug' },
    ]);
    expect(found.flatMap(Object.keys).sort()).toEqual(['id', 'id', 'method', 'method', 'path', 'path']);
    expect(built).not.toContain('invalid_union');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
