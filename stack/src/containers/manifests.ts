import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MICROFRONTENDS } from 'contracts/pages';
import { DATABASES } from 'contracts/services';
import { runCommand } from 'service-kit/run-command';
import { repository } from '../folders.ts';

const HELP = `Usage: npm run manifests

Writes what a new micro-frontend, or a new service with a database, needs in compose, Kubernetes, Prometheus and the release, adds
its name to the lists of services in documents, and removes what belongs to no micro-frontend. Existing rows stay as they are.
`;

/** Files that deploy all processes; those of the sandbox only change some of them. */
const DEPLOYMENT = [
  'Dockerfile',
  'docker-compose.yml',
  'telemetry/*.yaml',
  '.github/workflows/*.yaml',
  'k8s/preflight.sh',
  'k8s/README.md',
  'k8s/{base,components,overlays}/**/*.{yaml,env}',
];
/** Files with lists of all services, such as "affiliate, billing"; the rest of their text is written by hand. */
export const DOCUMENTS = [
  '.vscode/launch.json',
  'README.md',
  'docs/architecture.md',
  'docs/runbooks/restore.md',
  'docs/runbooks/rotate-secrets.md',
  'docs/security.md',
];

/** Contents by path. */
export type Files = ReadonlyMap<string, string>;
export const readManifests = (root = repository): Files =>
  new Map(
    globSync([...DEPLOYMENT, ...DOCUMENTS], { cwd: root, exclude: ['k8s/components/*/tests/**'] })
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  );

/** Kind of deployables with the same manifests. */
interface Kind {
  /** Prefix of the name in objects and files. */
  prefix: string;
  /** Deployable whose rows and files are the template for new ones. */
  pattern: string;
  /** Returns a name with its prefix, as the files spell it. */
  word: (name: string) => string;
  /** Removes the parts that are specific to the template. */
  plain: (text: string) => string;
  /** PostgreSQL connections to add per deployable. */
  connections: number;
  /** Whether files and rows of names without a row in the code are removed. */
  removes: boolean;
}

export const FRONT_ENDS: Kind = {
  prefix: 'mf-',
  pattern: 'affiliate',
  word: (name) => String.raw`\bmf-${name}(?![\w-])|\bmicrofrontends/${name}\b|\bREMOTE_${name.toUpperCase()}_URL\b`,
  plain: (text) => text,
  connections: 0,
  removes: true,
};

/** Settings that every service may have; other settings of the template are specific to it. */
const PLAIN_SETTINGS = new Set([
  'PUBLIC_URL',
  'IDENTITY_JWKS_URL',
  'DATABASE_URL_FILE',
  'RABBIT_URL_FILE',
  'NODE_ENV',
  'DRAIN_SECONDS',
]);

/** Services with a database. */
export const SERVICES: Kind = {
  prefix: '',
  pattern: 'billing',
  word: (name) => `(?<![a-z\\d]|mf-|microfrontends/|REMOTE_)(?:${name}|${name.toUpperCase()})(?![a-zA-Z\\d])`,
  plain: (text) =>
    text
      .replaceAll(/^ *(?:- )?([A-Z][A-Z\d_]*)[:=].*\n/gm, (line, setting: string) =>
        PLAIN_SETTINGS.has(setting) || setting.startsWith('BILLING_') ? line : '',
      )
      .replace(', telegram]', ']')
      // Settings in the table of secrets in k8s/README.md.
      .replaceAll(/ `(?!DATABASE_|RABBIT_)[A-Z_]+`/g, ''),
  // Sum of a service's connections in `npm run k8s:check`, rounded up.
  connections: 50,
  removes: false,
};

const MAX_CONNECTIONS = /(?<=max_connections(?:: "|=))\d+/g;

const ownFilesOf = (name: string): string[] => [
  `k8s/base/${name}.yaml`,
  `k8s/base/config/${name}.env`,
  `k8s/components/network-policies/${name}.yaml`,
];

/** Matches the parts of a file about one name: services of compose, a document, an object over several lines, else single lines. */
const rowsOf = ({ prefix, word }: Kind, name: string): RegExp => {
  const own = `${prefix}${name}`;
  return new RegExp(
    [
      `(?:^  ${own}(?:-migrate)?:\\n(?:    .*\\n)+\\n?)+`,
      `^---\\n(?:(?!---\\n).*\\n)*?  name: (?:postgres-)?${own}(?:-management)?\\n(?:(?!---\\n).*\\n)*`,
      `^(?<indent> +)- name: ${own}\\n(?:\\k<indent>  .*\\n)+`,
      `^ +- \\{\\n(?: +[\\w-]+: [^}\\n]*\\n)*?[^}\\n]*(?:${word(name)}),\\n[^}]*\\}\\n`,
      // Excludes comments, and rows about external servers in the table of k8s/README.md.
      `^(?! *#|\\| \`to-).*(?:${word(name)}).*\\n`,
    ].join('|'),
    'gm',
  );
};

/** Converts the template's text for another name. */
const copyFor = ({ pattern, word, plain }: Kind, name: string, text: string): string =>
  plain(text)
    .replaceAll(new RegExp(word(pattern), 'g'), (found) =>
      found.replace(pattern, name).replace(pattern.toUpperCase(), name.toUpperCase()),
    )
    // Digest of an image that the release pipeline has not built yet.
    .replaceAll(/(?<=sha256:)[0-9a-f]{64}/g, '0'.repeat(64));

/** Returns the files to change for these names: the new content by path, or null for a file to delete. */
export const manifestChanges = (
  files: Files,
  kind: Kind,
  names: readonly string[],
): ReadonlyMap<string, string | null> => {
  const { prefix, pattern, word } = kind;
  const filesOf = (name: string) => ownFilesOf(`${prefix}${name}`);
  const isDeployed = (name: string) => files.has(`k8s/base/${prefix}${name}.yaml`);
  const existing = names.filter(isDeployed);
  const missing = names.filter((name) => !isDeployed(name));
  const surplus = kind.removes
    ? [...files.keys()]
        .flatMap((path) => new RegExp(`^k8s/base/${prefix}([\\w-]+)\\.yaml$`).exec(path)?.[1] ?? [])
        .filter((name) => !names.includes(name))
    : [];
  const listsAll = (text: string) => existing.every((name) => new RegExp(word(name)).test(text));
  const withCopies = (rows: string): string =>
    listsAll(rows)
      ? rows.replace(new RegExp(`(\\W+)(?:${word(pattern)})`), (found, separator: string) =>
          [found, ...missing.map((name) => `${separator}${prefix}${name}`)].join(''),
        )
      : [rows, ...missing.map((name) => copyFor(kind, name, rows))].join('');
  const withRows = (text: string): string =>
    surplus
      .reduce((rest, name) => rest.replaceAll(rowsOf(kind, name), ''), text)
      .replaceAll(rowsOf(kind, pattern), withCopies)
      .replaceAll(MAX_CONNECTIONS, (limit) => String(Number(limit) + missing.length * kind.connections));
  const separator = '([ ,&"`]+)';
  const listed = new RegExp(`(?<=\\b(?:${existing.join('|')}))${separator}(?:${word(pattern)})`, 'g');
  const withListed = (text: string): string =>
    surplus
      .reduce((rest, name) => rest.replaceAll(new RegExp(`${separator}(?:${word(name)})`, 'g'), ''), text)
      .replaceAll(listed, (found, between: string) =>
        [found, ...missing.map((name) => `${between}${prefix}${name}`)].join(''),
      );
  const sources = filesOf(pattern);
  const shared = [...files].filter(([path, text]) => !sources.includes(path) && listsAll(text));
  return new Map<string, string | null>([
    ...shared
      .map(([path, text]) => [path, DOCUMENTS.includes(path) ? withListed(text) : withRows(text)] as const)
      .filter(([path, text]) => text !== files.get(path)),
    ...surplus.flatMap(filesOf).map((path) => [path, null] as const),
    ...missing.flatMap((name) =>
      filesOf(name).map((path, index) => [path, copyFor(kind, name, files.get(sources[index] ?? '') ?? '')] as const),
    ),
  ]);
};

/** Formats the files: a longer list may need more lines. */
const format = (paths: readonly string[]): void => {
  if (paths.length === 0) return;
  const prettier = join(repository, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
  execFileSync(process.execPath, [prettier, '--write', '--ignore-unknown', '--log-level', 'warn', ...paths], {
    cwd: repository,
    stdio: 'inherit',
  });
};

if (import.meta.main)
  await runCommand({ help: HELP }, () => {
    for (const [kind, names] of [
      [FRONT_ENDS, MICROFRONTENDS],
      [SERVICES, DATABASES],
    ] as const) {
      const changes = [...manifestChanges(readManifests(), kind, names)];
      for (const [path, text] of changes) {
        if (text === null) rmSync(join(repository, path));
        else writeFileSync(join(repository, path), text);
        process.stdout.write(`${text === null ? 'removed' : 'written'}: ${path}\n`);
      }
      format(changes.flatMap(([path, text]) => (text === null ? [] : [path])));
    }
  });
