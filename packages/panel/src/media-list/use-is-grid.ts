import { useSyncExternalStore } from 'react';
import { storage, STORAGE_KEYS } from 'web-kit/storage';

const isGrid = (): boolean => storage.get(STORAGE_KEYS.mediaList) !== '1';

/** Returns whether media are shown as a grid instead of a list, with a setter; the choice is stored in the browser. */
export const useIsGrid = (): [boolean, (isGrid: boolean) => void] => [
  useSyncExternalStore(storage.subscribe, isGrid, () => true),
  (next) => (next ? storage.remove(STORAGE_KEYS.mediaList) : storage.set(STORAGE_KEYS.mediaList, '1')),
];
