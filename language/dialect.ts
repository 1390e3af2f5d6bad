import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, runCommand } from '../packages/service-kit/src/run-command.ts';
import { MATCHERS } from './terms.ts';

const HELP = `Usage: npm run dialect -- [options] [path ...]

Counts the words that docs/language.md replaces, in names, comments, messages, tests and docs of what git tracks.
Without a path: per workspace, beside its ceiling (language/ceilings.json); ends with 1 where a ceiling is exceeded.
With paths: file, line, word and what to use instead, for what is below them; ends with 1 when there is any.

  --list    every finding instead of the counts
  --lower   writes the counts as new ceilings where they are lower
`;

const root = join(import.meta.dirname, '..');
const ceilingsFile = join(import.meta.dirname, 'ceilings.json');
const TEXT = /(\.(ts|tsx|js|mjs|cjs|css|md|ya?ml|sh|sql|java|html|env|json|vcl|go)|Dockerfile|\.ci\/run)$/;
/** Files that define the words, and so contain them. */
const DEFINITIONS = ['docs/language.md', 'language/terms.ts', 'language/specified-texts.json', 'package-lock.json'];
const GROUPED = ['packages', 'services', 'microfrontends'];

const workspaceOf = (file: string) => {
  const [first = '', second = '', third] = file.split('/');
  if (GROUPED.includes(first) && third) return `${first}/${second}`;
  return second ? first : '.';
};

const findings = (file: string) =>
  [file, ...readFileSync(join(root, file), 'utf8').split('\n')].flatMap((text, line) =>
    MATCHERS.flatMap(({ use, allowed, pattern }) =>
      allowed?.test(text) ? [] : [...text.matchAll(pattern)].map(([word]) => ({ file, line, word: word.trim(), use })),
    ),
  );

const options = { list: { type: 'boolean' }, lower: { type: 'boolean' } } as const;

await runCommand({ help: HELP, options, allowPositionals: true }, ({ values, positionals }) => {
  const tracked = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z', ...positionals],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const found = [...new Set(tracked.split('\0'))]
    .filter((file) => TEXT.test(file) && !DEFINITIONS.includes(file) && existsSync(join(root, file)))
    .flatMap(findings);

  if (values.list || positionals.length > 0) {
    for (const { file, line, word, use } of found) print(`${file}:${line}  ${word}  -> ${use}`);
    print(`${found.length} found`);
    return found.length > 0 ? 1 : 0;
  }

  const counts = Object.groupBy(found, ({ file }) => workspaceOf(file));
  const ceilings = JSON.parse(readFileSync(ceilingsFile, 'utf8')) as Record<string, number>;
  const rows = [...new Set([...Object.keys(counts), ...Object.keys(ceilings)])].sort().map((workspace) => ({
    workspace,
    count: counts[workspace]?.length ?? 0,
    ceiling: ceilings[workspace] ?? 0,
  }));
  for (const { workspace, count, ceiling } of rows)
    print(
      `${workspace.padEnd(24)} ${String(count).padStart(5)}  of at most ${ceiling}${count > ceiling ? '  exceeded' : ''}`,
    );
  print(`${found.length} found`);

  if (values.lower) {
    const lowered = rows.map(({ workspace, count, ceiling }) => [workspace, Math.min(count, ceiling)] as const);
    writeFileSync(
      ceilingsFile,
      `${JSON.stringify(Object.fromEntries(lowered.filter(([, ceiling]) => ceiling > 0)), null, 2)}\n`,
    );
  }
  return rows.some(({ count, ceiling }) => count > ceiling) ? 1 : 0;
});
