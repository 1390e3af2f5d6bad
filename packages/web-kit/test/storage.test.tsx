import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { storage } from 'web-kit/storage';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('storage', () => {
  test('stores values in the local storage', () => {
    storage.set('a', '1');
    expect(localStorage.getItem('a')).toBe('1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  test('stores values in memory and throws nothing when the browser blocks storage', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storage.set('private', 'stored');
    expect(storage.get('private')).toBe('stored');
    expect(storage.get('unknown')).toBeNull();
    expect(storage.keys('priv')).toEqual(['private']);
    storage.remove('private');
    expect(storage.get('private')).toBeNull();
  });

  test('stores values in memory when reading the property itself throws', () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    storage.set('blocked', 'stored');
    expect(storage.get('blocked')).toBe('stored');
    storage.remove('blocked');
  });

  test('notifies subscribers of the key changed here or in another tab', () => {
    const changedKeys: (string | null)[] = [];
    const unsubscribe = storage.subscribe((key) => changedKeys.push(key));
    storage.set('mine', '1');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theirs' }));
    unsubscribe();
    storage.set('mine', '2');
    expect(changedKeys).toEqual(['mine', 'theirs']);
  });
});
