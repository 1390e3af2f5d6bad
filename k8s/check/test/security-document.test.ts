import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '..', '..', '..');
const document = readFileSync(join(repository, 'docs/security.md'), 'utf8');

const MOST_OPEN = 15;

/** Requirements of OWASP ASVS 5.0.0 by section: those of level 1, those of level 2. */
const REQUIREMENTS: Readonly<Record<string, readonly [levelOne: string, levelTwo: string]>> = {
  '1.1': ['', '1-2'],
  '1.2': ['1-5', '6-9'],
  '1.3': ['1-2', '3-11'],
  '1.4': ['', '1-3'],
  '1.5': ['1', '2'],
  '2.1': ['1', '2-3'],
  '2.2': ['1-2', '3'],
  '2.3': ['1', '2-4'],
  '2.4': ['', '1'],
  '3.2': ['1-2', ''],
  '3.3': ['1', '2-4'],
  '3.4': ['1-2', '3-6'],
  '3.5': ['1-3', '4-5'],
  '3.7': ['', '1-2'],
  '4.1': ['1', '2-3'],
  '4.2': ['', '1'],
  '4.3': ['', '1-2'],
  '4.4': ['1', '2-4'],
  '5.1': ['', '1'],
  '5.2': ['1-2', '3'],
  '5.3': ['1-2', ''],
  '5.4': ['', '1-3'],
  '6.1': ['1', '2-3'],
  '6.2': ['1-8', '9-12'],
  '6.3': ['1-2', '3-4'],
  '6.4': ['1-2', '3-4'],
  '6.5': ['', '1-5'],
  '6.6': ['', '1-3'],
  '6.8': ['', '1-4'],
  '7.1': ['', '1-3'],
  '7.2': ['1-4', ''],
  '7.3': ['', '1-2'],
  '7.4': ['1-2', '3-5'],
  '7.5': ['', '1-2'],
  '7.6': ['', '1-2'],
  '8.1': ['1', '2'],
  '8.2': ['1-2', '3'],
  '8.3': ['1', ''],
  '8.4': ['', '1'],
  '9.1': ['1-3', ''],
  '9.2': ['1', '2-4'],
  '10.1': ['', '1-2'],
  '10.2': ['', '1-2'],
  '10.3': ['', '1-4'],
  '10.4': ['1-5', '6-11'],
  '10.5': ['', '1-5'],
  '10.6': ['', '1-2'],
  '10.7': ['', '1-3'],
  '11.1': ['', '1-2'],
  '11.2': ['', '1-3'],
  '11.3': ['1-2', '3'],
  '11.4': ['1', '2-4'],
  '11.5': ['', '1'],
  '11.6': ['', '1'],
  '12.1': ['1', '2-3'],
  '12.2': ['1-2', ''],
  '12.3': ['', '1-4'],
  '13.1': ['', '1'],
  '13.2': ['', '1-5'],
  '13.3': ['', '1-2'],
  '13.4': ['1', '2-5'],
  '14.1': ['', '1-2'],
  '14.2': ['1', '2-4'],
  '14.3': ['1', '2-3'],
  '15.1': ['1', '2-3'],
  '15.2': ['1', '2-3'],
  '15.3': ['1', '2-7'],
  '16.1': ['', '1'],
  '16.2': ['', '1-5'],
  '16.3': ['', '1-4'],
  '16.4': ['', '1-3'],
  '16.5': ['', '1-3'],
  '17.1': ['', '1'],
  '17.2': ['', '1-4'],
  '17.3': ['', '1-2'],
};

const numbers = (range: string): number[] => {
  if (range === '') return [];
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
};
const expected = Object.entries(REQUIREMENTS).flatMap(([section, levels]) =>
  levels.flatMap((range, index) => numbers(range).map((number) => `${section}.${number} of level ${index + 1}`)),
);

const rows = [
  ...document.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| (.+?) \| (met|not applicable|open) \| (.+) \|$/gm),
].map(([, id = '', level = '', requirement = '', state = '', shownBy = '']) => ({
  id,
  level,
  requires: requirement,
  state,
  shownBy,
}));
/** Returns the paths in code spans and links: strings with a slash or a file extension. */
const pathsIn = (text: string): string[] => [
  ...[...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*|[\w.-]+\.\w{2,4}|\.dockerignore|Dockerfile)`/g)].map(
    ([, path = '']) => path,
  ),
  ...[...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path = '']) => join('docs', path)),
];

describe('docs/security.md', () => {
  test('has each of the 253 requirements of levels 1 and 2 once', () => {
    expect(expected).toHaveLength(253);
    expect(rows.map(({ id, level }) => `${id} of level ${level}`)).toEqual(expected);
  });

  test('counts its rows at the top', () => {
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect(document).toContain(
      `**253 requirements: ${count('met')} met, ${count('not applicable')} not applicable, ${count('open')} open.**`,
    );
  });

  test(`leaves at most ${MOST_OPEN} requirements open`, () => {
    expect(rows.filter(({ state }) => state === 'open').map(({ id }) => id).length).toBeLessThanOrEqual(MOST_OPEN);
  });

  test.each(rows.filter(({ state }) => state === 'met').map(({ id, shownBy }) => [id, shownBy]))(
    'shows by a file of the repository that %s is met',
    (_id, shownBy) => {
      expect(pathsIn(shownBy)).not.toEqual([]);
    },
  );

  test('cites files that exist', () => {
    const cited = [...new Set(pathsIn(document))];
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});
