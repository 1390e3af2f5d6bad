import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import type { ListPage } from 'web-kit/api';
import type { FirstModels } from 'web-kit/first-models';
import { createQueryClient, queryKeys } from 'web-kit/query';
import { modelOf } from 'web-kit/testing/model';
import { createLiveSchedule } from '../src/features/live/live-schedule.ts';

/** 21:00 in Paris. */
const START = Date.parse('2026-07-01T19:00:00Z');
const HOUR = 3_600_000;
const evening = (changes: Partial<ModelView> = {}) =>
  modelOf({
    live_schedule_start: '21:00',
    live_schedule_end: '01:00',
    live_changes_at: new Date(START).toISOString(),
    ...changes,
  });

const client = createQueryClient();
client.setDefaultOptions({ queries: { gcTime: Number.POSITIVE_INFINITY } });
let schedule: ReturnType<typeof createLiveSchedule>;
const start = (now: number) => {
  jest.setSystemTime(now);
  schedule = createLiveSchedule(client);
};
const nina = () => client.getQueryData<ModelView>(queryKeys.model('nina'));
const shown = () => [nina()?.is_live, nina()?.live_changes_at];

beforeEach(() => {
  jest.useFakeTimers();
  client.setQueryData(queryKeys.model('nina'), evening());
});
afterEach(() => {
  schedule.end();
  client.clear();
  jest.useRealTimers();
});

test('an open page begins and ends a live at its times, by the clock of the server', () => {
  // The device's clock is an hour ahead.
  start(START + HOUR - 500);
  schedule.setClock(START - 500);
  expect(nina()?.is_live).toBe(false);
  jest.advanceTimersByTime(499);
  expect(nina()?.is_live).toBe(false);
  jest.advanceTimersByTime(1);
  expect(shown()).toEqual([true, '2026-07-01T23:00:00.000Z']);
  jest.advanceTimersByTime(4 * HOUR);
  expect(shown()).toEqual([false, '2026-07-02T19:00:00.000Z']);
});

test('an open page believes the device where the server’s clock does not come', () => {
  start(START + 1_000);
  schedule.update();
  jest.advanceTimersByTime(4_999);
  expect(nina()?.is_live).toBe(false);
  jest.advanceTimersByTime(1);
  expect(nina()?.is_live).toBe(true);
});

test('an open page catches up with what a device that slept has missed', () => {
  start(START - HOUR);
  schedule.setClock(START - HOUR);
  jest.setSystemTime(START + 26 * HOUR);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(shown()).toEqual([true, '2026-07-02T23:00:00.000Z']);
});

test('an open page leaves an override as it is, and makes nothing newer than it is', () => {
  client.setQueryData(queryKeys.model('rose'), evening({ slug: 'rose', live_changes_at: null }), { updatedAt: 5 });
  client.setQueryData(queryKeys.model('nina'), evening(), { updatedAt: 5 });
  start(START);
  schedule.setClock(START);
  expect(client.getQueryData<ModelView>(queryKeys.model('rose'))?.is_live).toBe(false);
  expect(nina()?.is_live).toBe(true);
  expect(client.getQueryState(queryKeys.model('nina'))?.dataUpdatedAt).toBe(5);
});

describe('lists', () => {
  const page = (): ListPage<ModelView> => ({
    items: [evening(), evening({ slug: 'rose', live_changes_at: null })],
    total: 2,
    next: null,
  });
  const live = (data: unknown) => (data as ListPage<ModelView>).items.map(({ is_live }) => is_live);

  test('follow wherever they are, and of a long one the number of lives is not known any more', () => {
    const first: FirstModels = { models: [evening()], total: 60, live: 3 };
    client.setQueryData(queryKeys.firstModels(), first);
    client.setQueryData(queryKeys.models(), page());
    client.setQueryData(queryKeys.moreModels('a'), { pages: [page()], pageParams: ['a'] });
    client.setQueryData(['favourites', 'lea@example.fr'], [evening()]);
    start(START);
    schedule.setClock(START);
    expect(client.getQueryData(queryKeys.firstModels())).toMatchObject({ models: [{ is_live: true }], live: null });
    expect(live(client.getQueryData(queryKeys.models()))).toEqual([true, false]);
    const more = client.getQueryData<{ pages: unknown[] }>(queryKeys.moreModels('a'));
    expect(more?.pages.map(live)).toEqual([[true, false]]);
    expect(client.getQueryData(['favourites', 'lea@example.fr'])).toMatchObject([{ is_live: true }]);
  });

  test('fetches only lists of live models again, once caches have the new one', () => {
    client.setQueryData(queryKeys.models(), page());
    client.setQueryData(queryKeys.foundModels('', 'live'), page());
    start(START);
    schedule.setClock(START);
    const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
    jest.advanceTimersByTime(1_999);
    expect(isStale(queryKeys.foundModels('', 'live'))).toBe(false);
    jest.advanceTimersByTime(2_001);
    expect([isStale(queryKeys.foundModels('', 'live')), isStale(queryKeys.models())]).toEqual([true, false]);
  });
});
