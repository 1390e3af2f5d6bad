import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DATABASES, SERVICE_NAMES } from 'contracts/services';
import { repository } from '../src/folders.ts';

/** Files that deploy the services. The sandbox changes some of them. */
const FILES = globSync(
  [
    'Dockerfile',
    'docker-compose.yml',
    'telemetry/*.yaml',
    '.github/workflows/*.yaml',
    'k8s/*.sh',
    'k8s/{base,components,overlays}/**/*.{yaml,env}',
  ],
  { cwd: repository, exclude: ['k8s/components/*/tests/**'] },
).sort();

const NAME = '<name>';
/** A service's name as a word of its own, in either case: `media`, `MEDIA_URL`, `media-migrate`, but not `media-worker`. */
const wordOf = (name: string) => new RegExp(`(?<![a-z0-9-])${name}(?![a-z0-9]|-worker)`, 'gi');
/** Each line that names a service, with NAME in its place, and how often that line occurs. */
const linesOf = (name: string, lines: readonly string[]): ReadonlyMap<string, number> => {
  const templates = lines.flatMap((line) => {
    const template = line.replaceAll(wordOf(name), NAME).trim();
    return template.includes(NAME) ? [template] : [];
  });
  return new Map(templates.map((template) => [template, templates.filter((other) => other === template).length]));
};
const isNamedIn = (line: string) => (name: string) => line.search(wordOf(name)) >= 0;

/** What one service lacks: lines that each of the others has, and lists in one line that name all of them. */
const missingLines = (name: string, others: readonly string[], lines: readonly string[]): string[] => {
  const own = linesOf(name, lines);
  const [first = new Map<string, number>(), ...rest] = others.map((other) => linesOf(other, lines));
  const rows = [...first].flatMap(([template, count]) => {
    const common = Math.min(count, ...rest.map((templates) => templates.get(template) ?? 0));
    return common > (own.get(template) ?? 0) ? [template] : [];
  });
  const lists = lines.filter((line) => others.every((other) => isNamedIn(line)(other)) && !isNamedIn(line)(name));
  return [...rows, ...lists.map((line) => line.trim())];
};

/** Files and lines that a service lacks, compared with the others (with a database: with those that have one). */
const missingOf = (name: string, databases: readonly string[] = DATABASES): string[] => {
  const others = (databases.includes(name) ? databases : SERVICE_NAMES).filter((other) => other !== name);
  return [
    ...missingLines(name, others, FILES),
    ...FILES.flatMap((path) =>
      missingLines(name, others, readFileSync(join(repository, path), 'utf8').split('\n')).map(
        (line) => `${path}: ${line}`,
      ),
    ),
  ];
};

describe('the container files', () => {
  test.each(SERVICE_NAMES)('have each file and line for %s that the other services have', (name) => {
    expect(missingOf(name)).toEqual([]);
  });

  test('are named one by one to a service that has nothing of its own yet', () => {
    const missing = missingOf('example', [...DATABASES, 'example']);
    console.log(missing.join('\n'));
    expect(missing).toContain('k8s/base/<name>.yaml');
  });
});
