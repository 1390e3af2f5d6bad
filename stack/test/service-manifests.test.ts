import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DATABASES } from 'contracts/services';
import { repository } from '../src/folders.ts';

/** What deploys the services; the sandbox only changes some of them. */
const PATHS = globSync(
  [
    'Dockerfile',
    'docker-compose.yml',
    'telemetry/*.yaml',
    '.github/workflows/*.yaml',
    'k8s/preflight.sh',
    'k8s/{base,components,overlays}/**/*.{yaml,env}',
  ],
  { cwd: repository, exclude: ['k8s/components/*/tests/**'] },
).sort();
const FILES = PATHS.map((path) => ({ path, lines: readFileSync(join(repository, path), 'utf8').split('\n') }));

/** Lines of the other services that media writes in its own way: it has an image and files of its own. */
const OF_PLAIN_SERVICES = /target: service|DATABASE_DIRECT_URL, path/;
const isPatternFor = (name: string, line: string) => name !== 'media' || !OF_PLAIN_SERVICES.test(line);

const PLACE = '<name>';
/** A name as a word of its own, in either case: in `media`, `MEDIA_URL` and `media-migrate`, not in `media-worker`. */
const wordOf = (name: string) => new RegExp(`(?<![a-z0-9-])${name}(?![a-z0-9]|-worker)`, 'gi');
const names = (line: string, name: string): boolean => line.search(wordOf(name)) >= 0;

/** Lines that name a service, with PLACE for its name, and how often each occurs. */
const countLines = (name: string, lines: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (!names(line, name)) continue;
    const pattern = line.replaceAll(wordOf(name), PLACE).trim();
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return counts;
};

/** What a service lacks: lines that each other one has, and lines that list all other ones. */
const missingLines = (name: string, others: readonly string[], lines: readonly string[]): string[] => {
  const own = countLines(name, lines);
  const counts = others.map((other) => ({ other, lines: countLines(other, lines) }));
  const patterns = new Set(counts.flatMap((each) => [...each.lines.keys()]));
  const rows = [...patterns].filter((pattern) => {
    const having = counts.filter(({ other }) => isPatternFor(other, pattern));
    const expected = Math.min(...having.map((each) => each.lines.get(pattern) ?? 0));
    return isPatternFor(name, pattern) && (own.get(pattern) ?? 0) < expected;
  });
  const lists = lines.filter((line) => others.every((other) => names(line, other)) && !names(line, name));
  return [...rows, ...lists.map((line) => line.trim())];
};

/** Files and lines that a service lacks, compared with the services that have a database. */
const missingOf = (name: string): string[] => {
  const others = DATABASES.filter((other) => other !== name);
  return [
    ...missingLines(name, others, PATHS),
    ...FILES.filter(({ path }) => !names(path, name)).flatMap(({ path, lines }) =>
      missingLines(name, others, lines).map((line) => `${path}: ${line}`),
    ),
  ];
};

describe('the container files', () => {
  // The list of what is missing is what a new service needs in them (CONTRIBUTING.md, "Add a service").
  test.each(DATABASES)('have for %s each file and line that the other services with a database have', (name) => {
    expect(missingOf(name)).toEqual([]);
  });

  test('lack for a new service its own files, its lines and its name in lists', () => {
    const missing = missingOf('example');
    expect(missing).toEqual(
      expect.arrayContaining([
        'k8s/base/<name>.yaml',
        'k8s/base/kustomization.yaml: - <name>.yaml',
        'k8s/components/monitoring/network-policies.yaml: values: [gateway, identity, catalogue, media, media-worker, affiliate, billing],',
        '.github/workflows/release.yaml: - { name: <name>, target: service, workspace: services/<name> }',
      ]),
    );
  });
});
