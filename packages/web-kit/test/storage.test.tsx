import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { storage } from 'web-kit/storage';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

describe('storage', () => {
  test('When the browser keeps values, then they are in its local storage', () => {
    storage.set('a', '1');
    expect(localStorage.getItem('a')).toBe('1');
    expect(storage.get('a')).toBe('1');
    storage.remove('a');
    expect(storage.get('a')).toBeNull();
  });

  test('When the browser refuses to keep anything, then values live in memory and nothing throws', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    storage.set('private', 'kept');
    expect(storage.get('private')).toBe('kept');
    expect(storage.get('unknown')).toBeNull();
    expect(storage.keys('priv')).toEqual(['private']);
    storage.remove('private');
    expect(storage.get('private')).toBeNull();
  });

  test('When reading the property itself throws, then values live in memory', () => {
    jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    storage.set('blocked', 'kept');
    expect(storage.get('blocked')).toBe('kept');
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
