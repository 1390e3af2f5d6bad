import { DAY_MS } from 'contracts/durations';
import type { TrackingParams } from 'contracts/subscribers';
import { useSyncExternalStore } from 'react';
import { hasConsent } from 'web-kit/consent';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** Time for which a link is remembered (docs/domain.md#attribution). */
const REMEMBERED_MS = 30 * DAY_MS;

interface Remembered {
  sub1?: string;
  sub2?: string;
  sub5?: string;
  /** Instant of the click, in milliseconds. */
  clickedAt?: number;
  /** Value of ?affiliate=, the partner page's link. */
  affiliate?: string;
  affiliateAt?: number;
}

/** Returns a value in the form that the registration accepts: a malicious link must not make registering impossible. */
const clean = (value: string | null): string | undefined =>
  value
    ?.slice(0, 200)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim() || undefined;

/** Link as JSON while there is no consent to store it, for the lifetime of this page. */
let unstored: string | null = null;
const listeners = new Set<() => void>();
const load = (): string | null => (hasConsent('attribution') ? storage.get(STORAGE_KEYS.tracking) : unstored);
/** @param value null: no parameter is valid any more */
const save = (value: string | null): void => {
  if (!hasConsent('attribution')) unstored = value;
  else if (value === null) storage.remove(STORAGE_KEYS.tracking);
  else storage.set(STORAGE_KEYS.tracking, value);
  listeners.forEach((listener) => listener());
};

/** Moves the link to where the present choice allows it: into the browser's storage, or out of it. */
const moveToAllowedStorage = (): void => {
  const stored = storage.get(STORAGE_KEYS.tracking);
  if (!hasConsent('attribution')) {
    unstored ??= stored;
    if (stored !== null) storage.remove(STORAGE_KEYS.tracking);
  } else if (unstored !== null) {
    // Another tab may have stored its link first.
    if (stored === null) storage.set(STORAGE_KEYS.tracking, unstored);
    unstored = null;
  }
};

/** Applies changes of the visitor's choice, in this tab and in others (docs/domain.md#consent). */
export const followConsent = (): (() => void) => {
  moveToAllowedStorage();
  return storage.subscribe((key) => {
    if (key === null || key === STORAGE_KEYS.consent) moveToAllowedStorage();
  });
};

/**
 * Returns the parameters that have not expired; those without an instant, stored by a former version of this site, count from now
 * on.
 */
const readParameters = (): Remembered => {
  try {
    const values = Object(JSON.parse(load() ?? '{}')) as Record<string, unknown>;
    const read = (name: string) => (typeof values[name] === 'string' ? clean(values[name]) : undefined);
    const instant = (name: string) =>
      typeof values[name] === 'number' && values[name] <= Date.now() ? values[name] : Date.now();
    const holds = (at: number) => Date.now() - at < REMEMBERED_MS;
    const [clickedAt, affiliateAt] = [instant('clickedAt'), instant('affiliateAt')];
    const click = { sub1: read('sub1'), sub2: read('sub2'), sub5: read('sub5') };
    const affiliate = read('affiliate');
    return {
      ...(Object.values(click).some(Boolean) && holds(clickedAt) && { ...click, clickedAt }),
      ...(affiliate && holds(affiliateAt) && { affiliate, affiliateAt }),
    };
  } catch {
    return {};
  }
};

/** Returns the tracking parameters of a page's query string. */
const valuesIn = (search: string) => {
  const query = new URLSearchParams(search);
  const click = { sub1: clean(query.get('sub1')), sub2: clean(query.get('sub2')), sub5: clean(query.get('sub5')) };
  // A payment link that redirects to the login (?connexion=paiement) names the model whose offer is paid, not the affiliate.
  const affiliate = query.has('connexion') ? undefined : clean(query.get('affiliate'));
  return { click, affiliate, isClick: Object.values(click).some(Boolean) };
};

/**
 * Stores the parameters of an advertising or partner link: for 30 days with consent, otherwise for the lifetime of the page
 * (docs/domain.md#attribution). A new click (any of sub1, sub2, sub5) replaces the whole former one, ?affiliate= included, so that
 * a click is never credited to the affiliate of another.
 * @param search the page's query string
 */
export const captureTracking = (search: string): void => {
  const { click, affiliate, isClick } = valuesIn(search);
  if (!isClick && !affiliate && load() === null) return;
  const now = Date.now();
  const before = isClick ? { ...click, clickedAt: now } : readParameters();
  const value = JSON.stringify({ ...before, ...(affiliate && { affiliate, affiliateAt: now }) });
  save(value === '{}' ? null : value);
};

let isArrivalByClick = false;
/** Whether this page load came by a link with parameters, as opposed to stored ones. */
export const hasArrivedByClick = (): boolean => isArrivalByClick;

/**
 * Captures the parameters with which this page was reached. A link clicked before any script runs loads its page without them, so
 * they are read from the referrer, except after a reload or a return, when that click is an old one. Without consent to store, they
 * come from the addresses that this tab has visited, so that they survive a reload.
 * @param arrival how the page was reached: its query string, its origin, the referrer, the type of the navigation, and the query
 * strings of this tab's earlier pages, oldest first
 */
export const captureArrival = ({
  search,
  origin,
  referrer,
  navigationType,
  earlier,
}: {
  search: string;
  origin: string;
  referrer: string;
  navigationType: string | undefined;
  earlier: readonly string[];
}): void => {
  const before = URL.canParse(referrer) ? new URL(referrer) : null;
  const brought = [...(before?.origin === origin && navigationType === 'navigate' ? [before.search] : []), search];
  if (!hasConsent('attribution') && unstored === null) earlier.forEach(captureTracking);
  brought.forEach(captureTracking);
  isArrivalByClick =
    navigationType === 'navigate' &&
    brought.map(valuesIn).some(({ isClick, affiliate }) => isClick || affiliate !== undefined);
};

/** Returns the parameters of a registration: the server decides between sub2 and ?affiliate= (docs/domain.md#attribution). */
export const trackingParams = (): TrackingParams => {
  const { sub1, sub2, sub5, affiliate } = readParameters();
  return { clickId: sub1, affiliateParam: sub2, partnerAffiliate: affiliate, fbPixelId: sub5 };
};

const hasTracking = (): boolean => Object.values(trackingParams()).some(Boolean);
const onCapture = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const no = (): false => false;
/** Whether there are parameters of a link, about which the visitor may choose. */
export const useHasTracking = (): boolean => useSyncExternalStore(onCapture, hasTracking, no);
