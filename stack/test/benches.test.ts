import { ACCESS_TOKEN_SECONDS } from 'contracts/roles';
import { UsageError } from 'service-kit/run-command';
import { figureReads, largestOf, measureReads } from '../src/benches/billing/figures.ts';
import { countStored, postbackPath } from '../src/benches/billing/postbacks.ts';
import { readPath } from '../src/benches/billing/reads.ts';
import { billingSizes } from '../src/benches/billing/sizes.ts';
import { figuresVerdict, verdictOf } from '../src/benches/billing/verdict.ts';
import { dueAt, dueCount, failureText, runOpenLoop } from '../src/benches/open-loop.ts';
import type { Measured } from '../src/benches/open-loop.ts';
import { percentile } from '../src/benches/percentile.ts';
import { modelCounts, scaleSizes } from '../src/benches/scale/sizes.ts';
import { scaleTable } from '../src/benches/scale/table.ts';

const measured = (change: Partial<Measured> = {}): Measured => ({
  sent: 100,
  failures: new Map(),
  p50: 5,
  p95: 10,
  lateP95: 1,
  ...change,
});

test('a percentile is the nearest rank, and NaN of nothing', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1), percentile([7], 0.95)]).toEqual([
    50, 95, 100, 7,
  ]);
  expect(percentile([], 0.95)).toBeNaN();
});

describe('open loop', () => {
  test('requests are due at a constant rate, and no more than belong to the run', () => {
    expect([dueAt(0, 50), dueAt(1, 50), dueAt(50, 50)]).toEqual([0, 20, 1_000]);
    const run = { perSecond: 50, seconds: 2 };
    expect([0, 19, 20, 1_000, 5_000].map((elapsed) => dueCount(elapsed, run))).toEqual([1, 1, 2, 51, 100]);
  });

  test('a stall delays no figure out of the run, and it is measured from the due moment', async () => {
    const result = await runOpenLoop({
      perSecond: 100,
      seconds: 0.3,
      send: async (index) => {
        // Blocks the generator itself: requests due meanwhile are late, and must be measured so.
        if (index === 0) {
          const until = performance.now() + 200;
          while (performance.now() < until);
        }
        return 'ok';
      },
    });
    expect(result.sent).toBe(30);
    expect(result.p95).toBeGreaterThan(150);
    expect(result.lateP95).toBeGreaterThan(100);
  });

  test('counts what failed by its reason', async () => {
    const result = await runOpenLoop({
      perSecond: 1_000,
      seconds: 0.004,
      send: async (index) => {
        if (index === 0) throw new Error('reset');
        return index < 3 ? 'status 503' : 'ok';
      },
    });
    expect(failureText(result).split(', ').toSorted()).toEqual(['1 × reset', '2 × status 503']);
  });
});

describe('bench:billing', () => {
  const given = { seconds: '120', postbacks: '50', reads: '200', subscribers: '200', entries: '1000000' };

  test('rejects options that are no whole numbers, and measurements longer than a token lives', () => {
    expect(billingSizes(given)).toEqual({
      seconds: 120,
      postbacksPerSecond: 50,
      readsPerSecond: 200,
      subscribers: 200,
      entries: 1_000_000,
    });
    for (const wrong of [
      { seconds: '0' },
      { seconds: String(ACCESS_TOKEN_SECONDS) },
      { postbacks: 'x' },
      { reads: '-1' },
      { entries: '-1' },
    ])
      expect(() => billingSizes({ ...given, ...wrong })).toThrow(UsageError);
  });

  test('a postback has its own transaction and its checkout; the first of each subscriber is a first payment', () => {
    const sending = { key: 'k&y', run: 'bench-1', references: ['a.b', 'c.d'], subscribers: 1 };
    const parametersOf = (index: number) =>
      Object.fromEntries(new URL(postbackPath(sending, index), 'http://site.example').searchParams);
    expect(parametersOf(0)).toEqual({
      key: 'k&y',
      transaction_id: 'bench-1-0',
      event: 'first',
      sub4: 'a.b',
      amount: '2.00',
      currency: 'EUR',
    });
    expect(parametersOf(1)).toMatchObject({
      transaction_id: 'bench-1-1',
      event: 'renewal',
      sub4: 'c.d',
      amount: '5.00',
    });
  });

  test('reads the paths in rotation, of which only the subscription is personal', () => {
    expect([0, 1, 2, 3, 6].map((index) => readPath(index, ['nina', 'zoe']))).toEqual([
      { path: '/', isPersonal: false },
      { path: '/api/models', isPersonal: false },
      { path: '/nina', isPersonal: false },
      { path: '/api/subscription', isPersonal: true },
      { path: '/zoe', isPersonal: false },
    ]);
  });

  test('counts each stored transaction of the run once, over all pages', async () => {
    const row = (transaction_id: string, verdict: 'recorded' | 'duplicate' | 'unmatched' = 'recorded') => ({
      transaction_id,
      verdict,
    });
    const pages = [
      { postbacks: [row('bench-1-0'), row('bench-1-0', 'duplicate'), row('bench-1-1', 'unmatched')], next: 'two' },
      { postbacks: [row('bench-1-0'), row('bench-1-2'), row('bench-12-3')], next: null },
    ];
    const queries: unknown[] = [];
    const stored = await countStored('bench-1', async (query) => {
      queries.push(query);
      return pages[queries.length - 1] ?? { postbacks: [], next: null };
    });
    expect(stored).toBe(2);
    expect(queries).toEqual([{ search: 'bench-1-' }, { search: 'bench-1-', before: 'two' }]);
  });

  test.each([
    ['all targets met, at their bounds', {}, []],
    ['one postback is missing', { stored: 99 }, [0]],
    ['postbacks are slow', { postbacks: measured({ p95: 150 }) }, [1]],
    ['reads suffer', { beside: measured({ p95: 12.1 }) }, [2]],
    ['reads fail', { alone: measured({ failures: new Map([['status 429', 2]]) }) }, [3]],
    ['nothing was measured', { beside: measured({ p95: NaN }) }, [2]],
  ])('verdict: %s', (_name, change, missed) => {
    const results = {
      alone: measured(),
      beside: measured({ p95: 12 }),
      postbacks: measured({ p95: 149.9 }),
      stored: 100,
      ...change,
    };
    expect(verdictOf(results).flatMap(({ isMet }, index) => (isMet ? [] : [index]))).toEqual(missed);
  });
});

describe('figures over many entries', () => {
  test('are read of the affiliate with the largest paid statement, over a year', () => {
    const statement = (slug: string, cents: number) => ({
      id: `statement-${slug}`,
      affiliate: { id: slug, slug, name: slug },
      currency: 'EUR',
      cents,
    });
    const batches = [
      { state: 'open' as const, statements: [statement('open', 900)] },
      { state: 'paid' as const, statements: [statement('small', 100), statement('large', 500)] },
    ];
    expect(largestOf(batches)).toEqual({ slug: 'large', statementId: 'statement-large' });
    expect(() => largestOf(batches.slice(0, 1))).toThrow('no paid statement');
    const paths = figureReads(largestOf(batches), Date.parse('2026-03-10T12:00:00Z')).map(({ path }) => path);
    expect(paths).toContain('/api/affiliates/large/overview?from=2025-03-11&to=2026-03-10');
    expect(paths).toContain('/api/payouts/statements/statement-large?format=pdf');
  });

  test('are measured one after the other, without the first read of each; a failed one ends the measurement', async () => {
    const paths: string[] = [];
    let status = 200;
    const http = {
      get: async (path: string) => {
        paths.push(path);
        return { status, text: '' };
      },
    };
    const times = await measureReads(http, 'token', [{ name: 'due', path: '/due' }]);
    expect(paths).toEqual(Array.from({ length: 21 }, () => '/due'));
    expect(figuresVerdict(times)).toEqual([{ text: expect.stringContaining('due p95'), isMet: true }]);
    expect(figuresVerdict([{ name: 'due', p50: 10, p95: 300 }]).map(({ isMet }) => isMet)).toEqual([false]);
    status = 500;
    await expect(measureReads(http, 'token', [{ name: 'due', path: '/due' }])).rejects.toThrow('/due responded 500');
  });
});

describe('bench:scale', () => {
  test('takes at least two different sizes, and sorts them', () => {
    expect(modelCounts('2000, 60')).toEqual([60, 2_000]);
    for (const wrong of ['60', '60,60', '60,', '60,x', '0,60']) expect(() => modelCounts(wrong)).toThrow(UsageError);
    expect(scaleSizes(60)).toMatchObject({ models: 60, subscribers: 600, payments: 1_800 });
  });

  test('prints each figure by size, with the ratio of the largest to the smallest', () => {
    const result = (models: number, p95: number) => ({
      models,
      requests: new Map([['search', { p50: 2, p95 }]]),
      memory: new Map([['gateway', 100]]),
    });
    expect(scaleTable([result(60, 10), result(2_000, 11), result(20_000, 13)]).split('\n')).toEqual([
      'models            60   2000  20000   ratio',
      'search p50 ms    2.0    2.0    2.0    1.00',
      'search p95 ms   10.0   11.0   13.0  1.30 *',
      'gateway MB     100.0  100.0  100.0    1.00',
    ]);
  });
});
