import { describe, expect, test } from '@jest/globals';
import { DATABASES, SERVICE_NAMES } from 'contracts/services';
import { parseAllDocuments } from 'yaml';
import { DOCUMENTS, manifestChanges, readManifests, SERVICES } from '../src/containers/manifests.ts';
import type { Files } from '../src/containers/manifests.ts';
import { withChanges } from './manifest-changes.ts';

const FILES = readManifests();
const changes = manifestChanges(FILES, SERVICES, [...DATABASES, 'example']);

/** Lines of the other services that differ for media, which has its own image and files. */
const OF_PLAIN_SERVICES = /target: service|DATABASE_DIRECT_URL, path/;
const isPatternFor = (name: string, line: string) => name !== 'media' || !OF_PLAIN_SERVICES.test(line);

const PLACE = '<name>';
/**
 * Matches a name as a separate word, in upper or lower case: in `media`, `MEDIA_URL` and `media-migrate`, not in `media-worker` or
 * a host's name.
 */
const wordOf = (name: string) => new RegExp(`(?<![a-z0-9.-])${name}(?![a-z0-9]|-worker)`, 'gi');
const names = (line: string, name: string): boolean => line.search(wordOf(name)) >= 0;

/** Counts the lines that name a service, with PLACE in place of its name. */
const countLines = (name: string, lines: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (!names(line, name)) continue;
    const pattern = line.replaceAll(wordOf(name), PLACE).trim();
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  return counts;
};

/** Lists what a service lacks: lines that each other one has, and lines that list all other ones. */
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

/** Returns the files and lines that a service lacks, compared with the services that have a database. */
const missingOf = (name: string, files: Files): string[] => {
  const others = DATABASES.filter((other) => other !== name);
  return [
    ...missingLines(name, others, [...files.keys()]),
    ...[...files]
      .filter(([path]) => !names(path, name) && !DOCUMENTS.includes(path))
      .flatMap(([path, text]) => missingLines(name, others, text.split('\n')).map((line) => `${path}: ${line}`)),
  ];
};

describe('the container files', () => {
  test.each(DATABASES)('have for %s each file and line that the other services with a database have', (name) => {
    expect(missingOf(name, FILES)).toEqual([]);
  });

  // `npm run manifests` corrects differences.
  test('have every service with a database', () => {
    expect([...manifestChanges(FILES, SERVICES, DATABASES).keys()]).toEqual([]);
  });

  test.each(DOCUMENTS)('are listed whole in %s', (path) => {
    const lists = (FILES.get(path) ?? '').match(/\bidentity[ ,&"`]+catalogue\b.*/g) ?? [];
    expect(lists).not.toEqual([]);
    for (const list of lists)
      expect(SERVICE_NAMES.filter((name) => name !== 'identity' && !names(list, name))).toEqual([]);
  });

  test('lack for a new service its own files, its lines and its name in lists', () => {
    const missing = missingOf('example', FILES);
    expect(missing).toEqual(
      expect.arrayContaining([
        'k8s/base/<name>.yaml',
        'k8s/base/kustomization.yaml: - <name>.yaml',
        '.github/workflows/release.yaml: - { name: <name>, target: service, workspace: services/<name> }',
      ]),
    );
    const policy = missing.find((line) =>
      line.startsWith('k8s/components/monitoring/network-policies.yaml: values: [gateway, '),
    );
    expect([...SERVICE_NAMES, 'media-worker'].filter((name) => !policy?.includes(name))).toEqual([]);
  });
});

describe('the container files that a new service is added to', () => {
  const added = withChanges(FILES, changes);

  test('lack nothing for it, and stay as they are afterwards', () => {
    expect(missingOf('example', added)).toEqual([]);
    expect([...manifestChanges(added, SERVICES, [...DATABASES, 'example']).keys()]).toEqual([]);
  });

  test('keep every line but lists and the limit of connections', () => {
    const lost = [...changes].flatMap(([path, text]) => {
      const lines = new Set(text?.split('\n'));
      return (FILES.get(path) ?? '').split('\n').filter((line) => !lines.has(line));
    });
    for (const line of lost) expect(line).toMatch(/identity.*billing|max_connections/);
  });

  test('give it nothing that only its pattern has', () => {
    expect(added.get('k8s/base/config/example.env')).toBe(
      [
        'IDENTITY_JWKS_URL=http://identity:8080/.well-known/jwks.json',
        'DATABASE_URL_FILE=/run/platform/DATABASE_URL',
        'RABBIT_URL_FILE=/run/platform/RABBIT_URL',
        '',
      ].join('\n'),
    );
    expect(added.get('k8s/base/example.yaml')).not.toContain('billing');
    const [, container = ''] = /^  example:\n((?:    .*\n)+)/m.exec(added.get('docker-compose.yml') ?? '') ?? [];
    expect(container.match(/^ {6}[A-Z_]+(?=:)/gm)?.map((name) => name.trim())).toEqual([
      'IDENTITY_JWKS_URL',
      'PUBLIC_URL',
      'DATABASE_URL_FILE',
      'RABBIT_URL_FILE',
    ]);
    expect(container).toContain('networks: [platform, postgres, rabbitmq]\n');
    expect(added.get('k8s/README.md')).toContain('| `example` | `DATABASE_URL` `DATABASE_DIRECT_URL` `RABBIT_URL` |\n');
    expect(added.get('k8s/overlays/gitops/kustomization.yaml')).toMatch(
      /coulisses\/example,\n +digest: "sha256:0{64}",/,
    );
  });

  test('name it in the lists of documents, and leave their other lines as they are', () => {
    const listed = DOCUMENTS.flatMap((path) =>
      [...(added.get(path) ?? '').matchAll(/\w+\W+example/g)].map(([text]) => `${path}: ${text}`),
    );
    expect(listed).toEqual([
      '.vscode/launch.json: billing", "example',
      'README.md: billing, example',
      'docs/architecture.md: billing & example',
      'docs/architecture.md: billing & example',
      'docs/architecture.md: billing & example',
      'docs/runbooks/restore.md: billing example',
      'docs/runbooks/restore.md: billing, example',
      'docs/runbooks/restore.md: billing example',
      'docs/runbooks/restore.md: billing example',
      'docs/runbooks/rotate-secrets.md: billing example',
      'docs/runbooks/rotate-secrets.md: billing example',
      'docs/runbooks/rotate-secrets.md: billing`, `example',
      'docs/security.md: billing, example',
    ]);
  });

  test('let it call identity, and PostgreSQL accept its connections', () => {
    expect(added.get('k8s/components/network-policies/identity.yaml')).toContain('app.kubernetes.io/name: example }');
    const limitOf = (files: Files) =>
      Number(/max_connections: "(\d+)"/.exec(files.get('k8s/components/operators/postgres.yaml') ?? '')?.[1]);
    // 2 × 20 of the pooler, one of the migration, two of the backup (k8s/check/connections.ts).
    expect(limitOf(added) - limitOf(FILES)).toBeGreaterThanOrEqual(43);
  });

  test('remain YAML', () => {
    for (const [path, text] of changes)
      if (path.endsWith('.yaml'))
        expect(
          parseAllDocuments(text ?? '').flatMap((document) => ('errors' in document ? document.errors : [])),
        ).toEqual([]);
  });
});
