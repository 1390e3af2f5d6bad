import { useEffect, useState, useSyncExternalStore } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { useFoundModels } from './api/list-models.ts';
import type { WallFilter } from './api/list-models.ts';

/** Milliseconds without a key before a search is sent. */
const TYPING_PAUSE = 250;

/** What the visitor searches for, and what the server finds. */
export const useDiscovery = () => {
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState<WallFilter>('all');
  useEffect(() => {
    const pause = setTimeout(() => setWords(typed.trim()), typed.trim() ? TYPING_PAUSE : 0);
    return () => clearTimeout(pause);
  }, [typed]);
  const isActive = words !== '' || filter !== 'all';
  const found = useFoundModels(words, filter, isActive);
  const clear = () => {
    setTyped('');
    setWords('');
    setFilter('all');
  };
  return { typed, setTyped, words, filter, setFilter, clear, isActive, found };
};

const isOneColumn = () => storage.get(STORAGE_KEYS.wallColumns) === '1';
const notOnTheServer = () => false;

/** Whether the wall of a phone has two columns; stored on this device. */
export const useCompactWall = (): [boolean, (isCompact: boolean) => void] => [
  !useSyncExternalStore(storage.subscribe, isOneColumn, notOnTheServer),
  (isCompact) => (isCompact ? storage.remove(STORAGE_KEYS.wallColumns) : storage.set(STORAGE_KEYS.wallColumns, '1')),
];
