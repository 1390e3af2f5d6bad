import { useSyncExternalStore } from 'react';
import { storage, STORAGE_KEYS } from 'web-kit/storage';

const isTable = (): boolean => storage.get(STORAGE_KEYS.modelTable) === '1';

/** Returns whether the models are shown as a table instead of cards, with a setter; the choice is stored in the browser. */
export const useIsTable = (): [boolean, (isTable: boolean) => void] => [
  useSyncExternalStore(storage.subscribe, isTable, () => false),
  (next) => (next ? storage.set(STORAGE_KEYS.modelTable, '1') : storage.remove(STORAGE_KEYS.modelTable)),
];
