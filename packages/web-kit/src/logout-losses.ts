import { useEffect } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** About the length of a browser session, for which there is no storage that tabs share. */
const UNSEEN_FOR_MS = 12 * 60 * 60_000;

/** Mark of a payment in this browser whose content has not been shown yet; removed with the session. */
export const unseenPurchase = {
  begin: (): void => storage.set(STORAGE_KEYS.unseenPurchaseAt, String(Date.now())),
  end: (): void => storage.remove(STORAGE_KEYS.unseenPurchaseAt),
};
const hasUnseenPurchase = (): boolean =>
  Date.now() - Number(storage.get(STORAGE_KEYS.unseenPurchaseAt) ?? Number.NaN) < UNSEEN_FOR_MS;

const forms = new Set<symbol>();

/** Registers a form with unsaved input while it is mounted. */
export const useUnsavedInput = (isUnsaved: boolean): void =>
  useEffect(() => {
    if (!isUnsaved) return;
    const form = Symbol();
    forms.add(form);
    return () => void forms.delete(form);
  }, [isUnsaved]);

export type Loss = 'unsaved-input' | 'unseen-purchase';

/** Returns what a logout would lose now; null where it loses nothing. */
export const lossByLogout = (): Loss | null => {
  if (forms.size > 0) return 'unsaved-input';
  return hasUnseenPurchase() ? 'unseen-purchase' : null;
};
