import { beforeEach, expect, jest, test } from '@jest/globals';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { OVERVIEW_ROWS } from 'contracts/limits';
import { ZERO_FIGURES } from 'contracts/overview';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { affiliateSession } from 'web-kit/session';
import { useModelMoney } from '../src/figures/index.tsx';

const owner = { session: affiliateSession('studio-nord'), slug: 'studio-nord' };
const rowsOf = (slugs: readonly string[]) =>
  slugs.map((slug) => ({ slug, name: slug, ...ZERO_FIGURES, earnings_cents: 900 }));
const overviewOf = (slugs: readonly string[]) => ({ from: '2026-03-01', to: '2026-03-30', models: rowsOf(slugs) });
const listed = Array.from({ length: OVERVIEW_ROWS }, (_, index) => `listed-${index}`);
const named = (slugs: readonly string[]) => slugs.map((slug) => ({ slug }));

let requested: string[][];
let status: number;
beforeEach(() => {
  requested = [];
  status = 200;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const url = new URL(String(address), 'http://localhost');
    expect(url.pathname).toBe('/api/affiliates/studio-nord/overview/model-figures');
    expect([url.searchParams.get('from'), url.searchParams.get('to')]).toEqual(['2026-03-01', '2026-03-30']);
    const slugs = url.searchParams.get('slugs')?.split(',') ?? [];
    requested.push(slugs);
    const body =
      status === 200
        ? slugs.map((slug) => ({ slug, ...ZERO_FIGURES, earnings_cents: 12 }))
        : { error: 'Non', code: 'FORBIDDEN', requestId: '1' };
    return new Response(JSON.stringify(body), { status });
  });
});

const wrapperOf = () => {
  const client = createQueryClient();
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
};
const open = (overview: ReturnType<typeof overviewOf> | undefined, first: readonly { slug: string }[]) =>
  renderHook(({ models }) => useModelMoney(owner, overview, 'earnings', models), {
    wrapper: wrapperOf(),
    initialProps: { models: first },
  });

test('a model that a whole overview does not list has brought nothing', () => {
  const { result } = open(overviewOf(['nina']), named(['nina', 'zoe']));
  expect(result.current?.get('nina')?.text).toMatch(/^9,00/);
  expect(result.current?.get('zoe')).toEqual({ cents: 0, text: expect.stringMatching(/^0,00/) });
  expect(requested).toEqual([]);
});

test('the figures of models beyond the rows of an overview are requested, those of a further page alone', async () => {
  const firstPage = named([...listed, 'a', 'b']);
  const { result, rerender } = open(overviewOf(listed), firstPage);
  expect(result.current?.has('a')).toBe(false);
  await waitFor(() => expect(result.current?.get('b')).toEqual({ cents: 12, text: expect.stringMatching(/^0,12/) }));
  expect(result.current?.get('listed-199')?.cents).toBe(900);
  expect(requested).toEqual([['a', 'b']]);

  const beyond = Array.from({ length: 150 }, (_, index) => `beyond-${index}`);
  rerender({ models: [...firstPage, ...named(beyond)] });
  expect(result.current?.get('a')?.cents).toBe(12);
  await waitFor(() => expect(result.current?.get('beyond-149')?.cents).toBe(12));
  expect(requested.slice(1).map(({ length }) => length)).toEqual([100, 52]);

  rerender({ models: [...firstPage, ...named([...beyond, 'last'])] });
  await waitFor(() => expect(result.current?.get('last')?.cents).toBe(12));
  expect(requested.slice(3).map(({ length }) => length)).toEqual([53]);
});

test('a figure that could not be read stays unknown', async () => {
  status = 403;
  const { result } = open(overviewOf(listed), named(['a']));
  await waitFor(() => expect(requested).toEqual([['a']]));
  expect(result.current?.has('a')).toBe(false);
  expect(result.current?.get('listed-0')?.cents).toBe(900);
});
