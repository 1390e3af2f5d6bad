import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** How long after its opening a payment may still be confirmed. */
const AWAITED_MS = 30 * 60_000;

const isAwaited = (): boolean =>
  Date.now() - Number(storage.get(STORAGE_KEYS.paymentOpenedAt) ?? Number.NaN) < AWAITED_MS;
const notOnTheServer = () => false;

/** The payment that this browser has opened at the partner, in whatever tab. */
export const paymentAttempt = {
  begin: (): void => storage.set(STORAGE_KEYS.paymentOpenedAt, String(Date.now())),
  end: (): void => storage.remove(STORAGE_KEYS.paymentOpenedAt),
};

/** Whether a payment was opened a short time ago and nothing is known of it yet. */
export const useIsPaymentAwaited = (): boolean => useSyncExternalStore(storage.subscribe, isAwaited, notOnTheServer);
