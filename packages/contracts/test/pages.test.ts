import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { matchPage } from 'contracts/page-match';
import { PAGES, pagePath, pagesWhere, pageTitle } from 'contracts/pages';
import type { PageName } from 'contracts/pages';
import { RESERVED_SLUGS } from 'contracts/slugs';

const names = Object.keys(PAGES) as PageName[];

const repository = join(import.meta.dirname, '..', '..', '..');
/** Sources that are deployed and started; pages are styled and tested under their plain addresses. */
const sources = globSync('{packages,services,gateway,shell,microfrontends,stack}/**/src/**/*.{ts,tsx}', {
  cwd: repository,
  exclude: ['**/node_modules/**', '**/dist/**', 'packages/contracts/src/pages.ts'],
});
/** Beginnings of addresses that no slug is in: "/payment-status". */
const fixedPaths = names.flatMap((page) => /^\/[^:]+[^:/]/.exec(PAGES[page].path)?.[0] ?? []);

describe('PAGES', () => {
  test.each(names)('finds %s at its own address', (page) => {
    const path = pagePath(page, 'nina');
    expect(matchPage(path)).toEqual({ name: page, slug: path.includes('nina') ? 'nina' : '' });
  });

  test.each(names)('reserves the first segment of %s, or takes any slug there', (page) => {
    const [, first = ''] = PAGES[page].path.split('/');
    expect(first === '' || first.startsWith(':') || RESERVED_SLUGS.has(first)).toBe(true);
  });

  test('lists in the sitemap the home page and those of models', () => {
    const listed = pagesWhere(({ server }) => server?.isInSitemap === true);
    expect(listed).toEqual(['home', 'model', 'live']);
  });
});

describe('pagePath', () => {
  test('builds every address of a page: no other source spells one', () => {
    const spelled = new RegExp(`["'\`}](?:${fixedPaths.join('|')})(?![\\w./-]*\\.\\w)(?=["'\`/?#])`);
    const found = sources.flatMap((file) =>
      readFileSync(join(repository, file), 'utf8')
        .split('\n')
        .flatMap((line) => (spelled.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  test('encodes what would leave its segment', () => {
    expect(pagePath('partner', '../admin$&')).toBe('/partner/..%2Fadmin%24%26');
  });
});

describe('pageTitle', () => {
  test.each([
    ['home', undefined, 'Coulisses'],
    ['welcome', undefined, 'Bienvenue - Coulisses'],
    ['live', 'Nina', 'Live de Nina - Coulisses'],
    ['live', undefined, 'Coulisses'],
    ['model', 'Nina', 'Nina - Coulisses'],
  ] as const)('titles %s about %s "%s"', (page, name, title) => {
    expect(pageTitle('Coulisses', page, name)).toBe(title);
  });
});
