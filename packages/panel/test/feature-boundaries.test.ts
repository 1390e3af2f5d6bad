import { beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '../../..');
const AUTH = 'microfrontends/public/src/features/auth/example.tsx';
const LOGIN = 'packages/panel/src/login/example.tsx';

/** Name, importing file, imported path, and the entry named by the message; null where the import is allowed. */
const CASES: [name: string, file: string, imported: string, entry: string | null][] = [
  ['a file inside another feature', AUTH, '../models/api/get-model.ts', 'models/index.ts'],
  [
    'a file inside a feature from its api folder',
    'microfrontends/public/src/features/auth/api/example.ts',
    '../../models/model-display.ts',
    'models/index.ts',
  ],
  [
    'a file inside a feature from a page',
    'microfrontends/admin/src/pages/example.tsx',
    '../features/models/api/list-models.ts',
    'models/index.ts',
  ],
  [
    'a file inside a feature from the application',
    'microfrontends/affiliate/src/example.tsx',
    './features/profile/settings.tsx',
    'profile/index.ts',
  ],
  ["a file inside another of the panel's parts", LOGIN, '../uploads/queue.ts', 'uploads/index.tsx'],
  ['the entry of another feature', AUTH, '../models/index.ts', null],
  ['a file of the same feature', AUTH, './api/login.ts', null],
  ["the entry of another of the panel's parts", LOGIN, '../uploads/index.tsx', null],
  ['what the parts of the panel share', LOGIN, '../panel-owner.ts', null],
];

// In a separate process: ESLint imports its configuration, which Jest's modules do not support.
const LINT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint({
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => ruleId === 'import-x/no-restricted-paths',
  });
  const results = [];
  for (const [, filePath, imported] of JSON.parse(process.argv[1])) {
    const [{ messages }] = await eslint.lintText(\`export * from '\${imported}';\`, { filePath });
    results.push(messages.map(({ message }) => message));
  }
  console.log(JSON.stringify(results));
`;

describe('lint of features', () => {
  const messages = new Map<string, string[]>();

  beforeAll(() => {
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', LINT, JSON.stringify(CASES)], {
      cwd: REPOSITORY,
      encoding: 'utf8',
    });
    (JSON.parse(output) as string[][]).forEach((found, index) => messages.set(CASES[index]?.[0] ?? '', found));
  });

  test.each(CASES.filter(([, , , entry]) => entry))('rejects an import of %s', (name, _file, _imported, entry) => {
    expect(messages.get(name)).toEqual([expect.stringContaining(`imported through its entry: ${entry}.`)]);
  });

  test.each(CASES.filter(([, , , entry]) => !entry))('allows an import of %s', (name) => {
    expect(messages.get(name)).toEqual([]);
  });
});
