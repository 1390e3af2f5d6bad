import { CONSENT_DAYS, CONSENT_PURPOSES } from 'contracts/consent';
import type { ConsentPurpose } from 'contracts/consent';
import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** A choice, by purpose (docs/domain.md#consent). */
export type ConsentChoice = Readonly<Record<ConsentPurpose, boolean>>;

export const REFUSAL: ConsentChoice = { attribution: false, advertising: false };
export const AGREEMENT: ConsentChoice = { attribution: true, advertising: true };

const VALID_MS = CONSENT_DAYS * 24 * 60 * 60_000;

const parse = (text: string | null): { choice: ConsentChoice; chosenAt: number } | null => {
  try {
    const values = (JSON.parse(text ?? 'null') ?? {}) as Record<string, unknown>;
    const { attribution, advertising, chosenAt } = values;
    if (typeof attribution !== 'boolean' || typeof advertising !== 'boolean' || typeof chosenAt !== 'number')
      return null;
    return { choice: { attribution, advertising }, chosenAt };
  } catch {
    return null;
  }
};

let last: { text: string | null; parsed: ReturnType<typeof parse> } = { text: null, parsed: null };

/** The choice of this browser; null where none was made, or none that still holds. */
export const consentChoice = (): ConsentChoice | null => {
  const text = storage.get(STORAGE_KEYS.consent);
  // The same object until it changes: a snapshot of `useConsent`.
  if (text !== last.text) last = { text, parsed: parse(text) };
  const { parsed } = last;
  if (!parsed) return null;
  const ageMs = Date.now() - parsed.chosenAt;
  return ageMs >= 0 && ageMs < VALID_MS ? parsed.choice : null;
};

/** Whether the visitor has allowed it: no choice is a refusal. */
export const hasConsent = (purpose: ConsentPurpose): boolean => consentChoice()?.[purpose] ?? false;

/** Whether the visitor wants nothing but what is strictly necessary: has refused everything, or uses a browser that objects. */
export const hasRefusedAll = (): boolean => {
  const choice = consentChoice();
  return choice ? !CONSENT_PURPOSES.some((purpose) => choice[purpose]) : isObjecting();
};

/** Stores the choice itself, with its date, and nothing that distinguishes visitors. */
export const chooseConsent = (choice: ConsentChoice): void => {
  const values = Object.fromEntries(CONSENT_PURPOSES.map((purpose) => [purpose, choice[purpose]]));
  storage.set(STORAGE_KEYS.consent, JSON.stringify({ ...values, chosenAt: Date.now() }));
};

const unknown = (): null => null;
/** The present choice; null on the server and while hydrating. */
export const useConsent = (): ConsentChoice | null => useSyncExternalStore(storage.subscribe, consentChoice, unknown);

/** Whether the browser objects to being followed (Do Not Track, Global Privacy Control): it has refused already. */
export const isObjecting = (): boolean => {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
};
