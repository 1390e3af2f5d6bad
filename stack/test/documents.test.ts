import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { repository } from '../src/folders.ts';

/** Names of folders without sources: those of .gitignore, and git's own. */
const ignored = new Set([
  '.git',
  ...readFileSync(join(repository, '.gitignore'), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('/'))
    .map((line) => basename(line)),
]);
/** Lists the files of the tree, which may not be a git clone. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
const files = filesIn('');
const CITING = /(?:\.(?:[cm]?[jt]sx?|css|sql|sh|ya?ml|vcl|md)|Dockerfile)$/;
const documents = files.filter((name) => name.endsWith('.md'));

const textOf = (name: string) => readFileSync(join(repository, name), 'utf8');
const withoutCode = (text: string) => text.replace(/```[^]*?```/g, '');

/** Returns the anchor that GitHub creates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
const anchors = new Map<string, Set<string>>();
const anchorsOf = (name: string) => {
  let known = anchors.get(name);
  if (!known) {
    const headings = [...withoutCode(textOf(name)).matchAll(/^#{1,6} +(.+)$/gm)];
    known = new Set(headings.map(([, heading = '']) => anchorOf(heading)));
    anchors.set(name, known);
  }
  return known;
};

const leadsSomewhere = (target: string, anchor: string | undefined) =>
  existsSync(join(repository, target)) && (!anchor || !target.endsWith('.md') || anchorsOf(target).has(anchor));

test('every link of a document leads to a file, and to a heading of it', () => {
  const links = documents.flatMap((name) =>
    [...withoutCode(textOf(name)).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
      ([link, path = '', anchor]) => ({
        link: `${name}: ${link}`,
        target: path === '' ? name : normalize(join(dirname(name), path)),
        anchor,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ target, anchor }) => !leadsSomewhere(target, anchor)).map(({ link }) => link)).toEqual([]);
});

test('every document that code cites exists, with the heading', () => {
  const citations = files
    .filter((name) => CITING.test(name))
    .flatMap((name) =>
      [...textOf(name).matchAll(/(?<![\w/.])(docs\/[\w/.-]+\.md)(?:#([\w-]+))?/g)].map(([, target = '', anchor]) => ({
        citation: `${name}: ${target}#${anchor ?? ''}`,
        target,
        anchor,
      })),
    );
  expect(citations.length).toBeGreaterThan(300);
  expect(
    citations.filter(({ target, anchor }) => !leadsSomewhere(target, anchor)).map(({ citation }) => citation),
  ).toEqual([]);
});

test('no paragraph, list item or table cell of a document is longer than 600 characters', () => {
  const paragraphs = documents
    .filter((name) => name !== 'CHANGELOG.md')
    .flatMap((name) =>
      withoutCode(textOf(name))
        .split(/\n{2,}|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)|\|/)
        .map((paragraph) => ({ name, paragraph: paragraph.trim() })),
    );
  expect(paragraphs.length).toBeGreaterThan(2_000);
  expect(paragraphs.filter(({ paragraph }) => paragraph.length > 600)).toEqual([]);
});

test('every command of a document is a script of package.json', () => {
  const commands = documents.flatMap((name) =>
    [...textOf(name).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, command = '']) => ({ name, command })),
  );
  expect(commands.length).toBeGreaterThan(50);
  expect(commands.filter(({ command }) => !Object.hasOwn(manifest.scripts, command))).toEqual([]);
});

test('docs/components.md has a row for each component of the design system, and for nothing else', () => {
  const listed = [...textOf('docs/components.md').matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
  const sources = join(repository, 'packages/ui/src');
  const components = readdirSync(sources).filter((name) => existsSync(join(sources, name, 'index.tsx')));
  expect([...new Set(listed)].sort()).toEqual(components.sort());
});

test('packages/testing/README.md lists each module, and nothing else', () => {
  const listed = [...textOf('packages/testing/README.md').matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );
  const modules = readdirSync(join(repository, 'packages/testing/src')).map((name) => basename(name, '.ts'));
  expect(listed.sort()).toEqual(modules.sort());
});

test('every workspace has a README of 10 to 20 lines', () => {
  const workspaces = files.filter((name) => basename(name) === 'package.json').map((name) => dirname(name));
  const lengths = workspaces
    .filter((workspace) => workspace !== '.')
    .map((workspace) => ({ workspace, lines: textOf(join(workspace, 'README.md')).trimEnd().split('\n').length }));
  expect(lengths.length).toBeGreaterThan(20);
  expect(lengths.filter(({ lines }) => lines < 10 || lines > 20)).toEqual([]);
});

test('every workspace names exact versions of its dependencies', () => {
  const manifests = files.filter((name) => basename(name) === 'package.json');
  expect(manifests.length).toBeGreaterThan(20);
  const versions = manifests.flatMap((name) => {
    const { dependencies, devDependencies } = JSON.parse(textOf(name)) as Record<string, Record<string, string>>;
    return Object.entries({ ...dependencies, ...devDependencies }).map(([dependency, version]) => ({
      named: `${name}: ${dependency}`,
      version,
    }));
  });
  expect(versions.filter(({ version }) => !/^(?:\*|\d+\.\d+\.\d+[\w.-]*)$/.test(version))).toEqual([]);
});
