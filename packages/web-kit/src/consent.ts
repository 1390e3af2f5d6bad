import { CONSENT_DAYS, CONSENT_PURPOSES } from 'contracts/consent';
import type { ConsentPurpose } from 'contracts/consent';
import { DAY_MS } from 'contracts/durations';
import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** Consent by purpose (docs/domain.md#consent). */
export type ConsentChoice = Readonly<Record<ConsentPurpose, boolean>>;

export const REFUSAL: ConsentChoice = { attribution: false, advertising: false };
export const AGREEMENT: ConsentChoice = { attribution: true, advertising: true };

const VALID_MS = CONSENT_DAYS * DAY_MS;

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

/** Returns the choice made in this browser; null without one, or once it has expired. */
export const consentChoice = (): ConsentChoice | null => {
  const text = storage.get(STORAGE_KEYS.consent);
  // The same object until it changes, as a snapshot for `useConsent`.
  if (text !== last.text) last = { text, parsed: parse(text) };
  const { parsed } = last;
  if (!parsed) return null;
  const ageMs = Date.now() - parsed.chosenAt;
  return ageMs >= 0 && ageMs < VALID_MS ? parsed.choice : null;
};

/** Whether the visitor has allowed a purpose: no choice counts as a refusal. */
export const hasConsent = (purpose: ConsentPurpose): boolean => consentChoice()?.[purpose] ?? false;

/**
 * Whether the visitor accepts only what is strictly necessary: has refused every purpose or, without a choice, uses a browser that
 * objects.
 */
export const hasRefusedAll = (): boolean => {
  const choice = consentChoice();
  return choice ? !CONSENT_PURPOSES.some((purpose) => choice[purpose]) : isObjecting();
};

/** Stores only the choice and its date, nothing that identifies a visitor. */
export const chooseConsent = (choice: ConsentChoice): void => {
  const values = Object.fromEntries(CONSENT_PURPOSES.map((purpose) => [purpose, choice[purpose]]));
  storage.set(STORAGE_KEYS.consent, JSON.stringify({ ...values, chosenAt: Date.now() }));
};

const serverChoice = (): null => null;
/** Returns the present choice; null on the server and during hydration. */
export const useConsent = (): ConsentChoice | null =>
  useSyncExternalStore(storage.subscribe, consentChoice, serverChoice);

/** Whether the browser objects to tracking (Do Not Track, Global Privacy Control), which counts as a refusal of consent. */
export const isObjecting = (): boolean => {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
};
