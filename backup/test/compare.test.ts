import { createHash } from 'node:crypto';
import type { Entry } from 'service-kit/reconciliation/protocol';
import { compareCopy } from '../src/reconcile/compare.ts';
import type { ManagementClient } from '../src/reconcile/management-client.ts';

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const entry = (index: number, over: Partial<Entry> = {}): Entry => ({
  id: idOf(index),
  revision: 1,
  fingerprint: `f${index}`,
  slug: '',
  isInert: false,
  ...over,
});

/** Creates a management client of two collections in memory, with a counter of the listed entries. */
const clientOf = (owned: readonly Entry[], copied: readonly Entry[]) => {
  const counted = { listed: 0 };
  const rangeOf = (of: string, { after = '', to = 'z' }: { after?: string; to?: string }) =>
    (of === 'identity.subscribers' ? owned : copied).filter(({ id }) => id > after && id <= to);
  const client = {
    digest: async (of: string, query: { after?: string; to?: string; limit?: number }) => {
      const range = rangeOf(of, query);
      const part = range.slice(0, query.limit ?? range.length);
      const live = part.filter(({ fingerprint }) => fingerprint !== null);
      return {
        count: live.length,
        hash: createHash('sha256').update(JSON.stringify(live)).digest('hex'),
        to: part.length < range.length ? (part.at(-1)?.id ?? null) : null,
      };
    },
    entries: async (of: string, query: { after?: string; to?: string; limit: number }) => {
      const page = rangeOf(of, query).slice(0, query.limit);
      counted.listed += page.length;
      return page;
    },
  };
  return { client: client as unknown as ManagementClient, counted };
};

const PAIR = {
  owner: 'identity.subscribers',
  copy: 'billing.subscribers',
  facts: ['email'],
  revisions: true,
} as const;
const compare = async (owned: readonly Entry[], copied: readonly Entry[]) =>
  (await compareCopy(clientOf(owned, copied).client, PAIR)).differences.map(({ id, kind }) => [id, kind]);

describe('compareCopy', () => {
  test('finds no difference between equal collections', async () => {
    expect(await compare([entry(1), entry(2)], [entry(1), entry(2)])).toEqual([]);
  });

  test.each<[string, Entry[], Entry[], [string, string][]]>([
    ['an entity that the copy lacks', [entry(1), entry(2)], [entry(2)], [[idOf(1), 'missing']]],
    [
      'an entity that the copy takes for deleted',
      [entry(1)],
      [entry(1, { fingerprint: null })],
      [[idOf(1), 'missing']],
    ],
    ['other facts', [entry(1)], [entry(1, { fingerprint: 'other' })], [[idOf(1), 'different']]],
    ['a copy ahead of its owner', [entry(1)], [entry(1, { revision: 2 })], [[idOf(1), 'different']]],
    ['an entity without an owner', [entry(1)], [entry(1), entry(2)], [[idOf(2), 'orphan']]],
  ])('reports %s', async (_what, owned, copied, expected) => {
    expect(await compare(owned, copied)).toEqual(expected);
  });

  test.each<[string, Entry[], Entry[]]>([
    ['a copy behind its owner with the same facts', [entry(1, { revision: 2 })], [entry(1)]],
    ['a tombstone that its owner has deleted', [], [entry(1, { fingerprint: null })]],
    ['an entry that grants nothing and has no owner', [], [entry(1, { isInert: true })]],
  ])('accepts %s', async (_what, owned, copied) => {
    expect(await compare(owned, copied)).toEqual([]);
  });

  test('lists only the entries of the range that differs', async () => {
    const owned = Array.from({ length: 12_000 }, (_none, index) => entry(index));
    const copied = owned.map((one, index) => (index === 11_000 ? { ...one, fingerprint: 'other' } : one));
    const { client, counted } = clientOf(owned, copied);
    const { compared, differences } = await compareCopy(client, PAIR);
    expect([compared, differences.map(({ id }) => id)]).toEqual([12_000, [idOf(11_000)]]);
    expect(counted.listed).toBe(2 * 2_000);
  });
});
