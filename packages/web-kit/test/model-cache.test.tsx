import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ModelView } from 'contracts/models';
import { modelCache } from 'web-kit/model-cache';
import { modelOf } from './model.ts';

const nina: ModelView = modelOf({ slug: 'nina', name: 'Nina' });

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('modelCache', () => {
  test('reads a model back within a minute', () => {
    modelCache.writeModel(nina);
    jest.advanceTimersByTime(59_999);
    expect(modelCache.readModel('nina')).toEqual({ data: nina, savedAt: 1_800_000_000_000 });
  });

  test('expires an entry after a minute and removes it at the next write', () => {
    modelCache.writeModel(nina);
    jest.advanceTimersByTime(60_000);
    expect(modelCache.readModel('nina')).toBeNull();
    modelCache.writeList({ items: [nina], total: 1, next: null });
    expect(Object.keys(localStorage)).toEqual(['cache:models']);
  });

  test('does not trust instants of the future after the clock went back', () => {
    modelCache.writeList({ items: [nina], total: 1, next: null });
    jest.setSystemTime(1_700_000_000_000);
    expect(modelCache.readList()).toBeNull();
  });

  test('ignores an entry of another shape', () => {
    localStorage.setItem('cache:model:nina', JSON.stringify({ savedAt: Date.now(), data: { name: 'Nina' } }));
    expect(modelCache.readModel('nina')).toBeNull();
    for (const list of ['not json', JSON.stringify({ savedAt: Date.now(), data: [nina] })]) {
      localStorage.setItem('cache:models', list);
      expect(modelCache.readList()).toBeNull();
    }
  });
});
