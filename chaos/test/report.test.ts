import { chooseFaults } from '../src/faults.ts';
import { violationsOf } from '../src/invariants.ts';
import { createRandom } from '../src/random.ts';
import { rowsOf, tableOf } from '../src/report.ts';

describe('the choices of a seed', () => {
  test('are the same for the same seed and differ for another', () => {
    const dealt = (seed: number) => {
      const next = createRandom(seed).deck(['a', 'b', 'c', 'd', 'e']);
      return Array.from({ length: 10 }, next).join('');
    };
    expect(dealt(7)).toBe(dealt(7));
    expect(dealt(7)).not.toBe(dealt(8));
  });

  test('deal each item once before any is dealt twice', () => {
    const next = createRandom(3).deck(['a', 'b', 'c']);
    expect([next(), next(), next()].toSorted()).toEqual(['a', 'b', 'c']);
  });
});

describe('the kinds of a run', () => {
  test('leave out what needs a stack of their own when the stack runs already', () => {
    const { faults, skipped } = chooseFaults(['process-kill', 'black-hole'], false);
    expect(faults.map(({ kind }) => kind)).toEqual(['process-kill']);
    expect(skipped).toEqual(['black-hole']);
  });

  test('reject an unknown name', () => {
    expect(() => chooseFaults(['flood'], true)).toThrow('There is no kind "flood"');
  });
});

describe('the report', () => {
  test('counts an acknowledged identifier that is missing as lost and one stored twice as doubled', () => {
    expect(
      violationsOf(
        'payments',
        ['a', 'b', 'c'],
        new Map([
          ['a', 1],
          ['c', 2],
        ]),
      ),
    ).toEqual([
      { kind: 'lost', what: 'payments b' },
      { kind: 'doubled', what: 'payments c' },
    ]);
  });

  test('has a row for each kind and one for all', () => {
    const injection = (kind: string, recoveryMs: number | null, lost = 0) => ({
      kind,
      target: 'billing',
      detail: '',
      recoveryMs,
      violations: Array.from({ length: lost }, () => ({ kind: 'lost' as const, what: 'payments b' })),
    });
    const rows = rowsOf([injection('kill', 1_000), injection('kill', 3_000, 2), injection('stop', null)]);
    expect(rows).toEqual([
      { kind: 'kill', injections: 2, lost: 2, doubled: 0, stuck: 0, p50: 1, p95: 3 },
      { kind: 'stop', injections: 1, lost: 0, doubled: 0, stuck: 1, p50: null, p95: null },
      { kind: 'all', injections: 3, lost: 2, doubled: 0, stuck: 1, p50: 1, p95: 3 },
    ]);
    expect(tableOf(rows).split('\n')).toHaveLength(4);
  });
});
