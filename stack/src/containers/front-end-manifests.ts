import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MICROFRONTENDS } from 'contracts/pages';
import { runCommand } from 'service-kit/run-command';
import { repository } from '../folders.ts';

const HELP = `Usage: npm run manifests

Writes what each micro-frontend needs in compose, Kubernetes, Prometheus and the release, and removes what belongs to none.

  -h, --help  print this`;

/** Files with rows for each micro-frontend beside other rows. */
export const SHARED_FILES = [
  '.github/workflows/release.yaml',
  'docker-compose.yml',
  'telemetry/prometheus.yaml',
  'k8s/base/kustomization.yaml',
  'k8s/base/config/gateway.env',
  'k8s/components/monitoring/monitors.yaml',
  'k8s/components/monitoring/network-policies.yaml',
  'k8s/components/network-policies/gateway.yaml',
  'k8s/components/network-policies/kustomization.yaml',
  'k8s/overlays/gitops/kustomization.yaml',
  'k8s/overlays/local/kustomization.yaml',
  'k8s/overlays/production/kustomization.yaml',
  'k8s/overlays/staging/kustomization.yaml',
];
/** Files that each micro-frontend has for itself, below k8s. */
const OWN_FILES = ['k8s/base/mf-*.yaml', 'k8s/base/config/mf-*.env', 'k8s/components/network-policies/mf-*.yaml'];

/** The micro-frontend whose rows and files are the pattern of new ones: it has no setting of its own. */
const PATTERN = 'affiliate';

const environmentName = (name: string) => `REMOTE_${name.toUpperCase()}_URL`;

/** What a file has for one micro-frontend: a service of compose, an object over several lines, else single lines. */
const rowsOf = (name: string): RegExp =>
  new RegExp(
    [
      `^  mf-${name}:\\n(?:    .*\\n)+\\n?`,
      `^ +- \\{\\n(?: +[\\w-]+: [^}\\n]*\\n)*?[^}\\n]*mf-${name},\\n[^}]*\\}\\n`,
      `^.*(?:\\bmf-${name}(?![\\w-])|\\b${environmentName(name)}\\b).*\\n`,
    ].join('|'),
    'gm',
  );

/** Turns text about `PATTERN` into the same about another one. */
const patternFor = (name: string, text: string): string =>
  text
    .replaceAll(environmentName(PATTERN), environmentName(name))
    .replaceAll(`mf-${PATTERN}`, `mf-${name}`)
    .replaceAll(`microfrontends/${PATTERN}`, `microfrontends/${name}`);

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\bmf-([a-z][a-z0-9-]*[a-z0-9])/g)].map(([, name = '']) => name)),
];

/** Returns a shared file with rows for exactly these micro-frontends; rows that exist stay as they are. */
export const withRowsFor = (names: readonly string[], text: string): string => {
  const present = namesIn(text);
  const missing = names.filter((name) => !present.includes(name));
  const rest = present
    .filter((name) => !names.includes(name))
    .reduce((remaining, surplus) => remaining.replaceAll(rowsOf(surplus), ''), text);
  return rest.replaceAll(rowsOf(PATTERN), (rows) => [rows, ...missing.map((name) => patternFor(name, rows))].join(''));
};

/** Returns every file that has to change for these micro-frontends: its new text by its path, or null where it has to go. */
export const manifestChanges = (names: readonly string[]): ReadonlyMap<string, string | null> => {
  const read = (path: string) => readFileSync(join(repository, path), 'utf8');
  const shared = SHARED_FILES.map((path) => [path, withRowsFor(names, read(path))] as const);
  const own = OWN_FILES.flatMap((pattern) => {
    const pathOf = (name: string) => pattern.replace('*', name);
    const surplus = globSync(pattern, { cwd: repository }).filter((path) => !names.map(pathOf).includes(path));
    const missing = names.filter((name) => !existsSync(join(repository, pathOf(name))));
    return [
      ...surplus.map((path) => [path, null] as const),
      ...missing.map((name) => [pathOf(name), patternFor(name, read(pathOf(PATTERN)))] as const),
    ];
  });
  return new Map([...shared.filter(([path, text]) => text !== read(path)), ...own]);
};

if (import.meta.main)
  await runCommand({ help: HELP }, () => {
    for (const [path, text] of manifestChanges(MICROFRONTENDS)) {
      if (text === null) rmSync(join(repository, path));
      else writeFileSync(join(repository, path), text);
      process.stdout.write(`${text === null ? 'removed' : 'written'}: ${path}\n`);
    }
  });
