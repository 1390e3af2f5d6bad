import { useEffect } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** About a session of the browser, which tabs do not share. */
const UNSEEN_FOR_MS = 12 * 60 * 60_000;

/** A payment of this browser whose content has not been shown yet; removed with the session. */
export const unseenPurchase = {
  begin: (): void => storage.set(STORAGE_KEYS.unseenPurchaseAt, String(Date.now())),
  end: (): void => storage.remove(STORAGE_KEYS.unseenPurchaseAt),
};
const hasUnseenPurchase = (): boolean =>
  Date.now() - Number(storage.get(STORAGE_KEYS.unseenPurchaseAt) ?? Number.NaN) < UNSEEN_FOR_MS;

const forms = new Set<symbol>();

/** Notes a form with unsaved input as long as it is on the page. */
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
