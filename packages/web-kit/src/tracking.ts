import type { TrackingParams } from 'contracts/subscribers';
import { useSyncExternalStore } from 'react';
import { hasConsent } from 'web-kit/consent';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** Lifetime of a remembered link (docs/domain.md#attribution). */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;

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

/** A value as the registration accepts it: a hostile link must not make registering impossible. */
const clean = (value: string | null): string | undefined =>
  value
    ?.slice(0, 200)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim() || undefined;

/** The link as JSON while there is no consent to store it: it lives as long as this page. */
let unstored: string | null = null;
const listeners = new Set<() => void>();
const load = (): string | null => (hasConsent('attribution') ? storage.get(STORAGE_KEYS.tracking) : unstored);
/** @param value null: nothing of a link holds any more */
const save = (value: string | null): void => {
  if (!hasConsent('attribution')) unstored = value;
  else if (value === null) storage.remove(STORAGE_KEYS.tracking);
  else storage.set(STORAGE_KEYS.tracking, value);
  listeners.forEach((listener) => listener());
};

/** Moves the link to where the present choice allows it: into the browser's storage, or out of it. */
const settle = (): void => {
  const stored = storage.get(STORAGE_KEYS.tracking);
  if (!hasConsent('attribution')) {
    unstored ??= stored;
    if (stored !== null) storage.remove(STORAGE_KEYS.tracking);
  } else if (unstored !== null) {
    // Another tab of this browser may have stored its own first.
    if (stored === null) storage.set(STORAGE_KEYS.tracking, unstored);
    unstored = null;
  }
};

/** Follows the visitor's choice, in this tab and in others (docs/domain.md#consent). */
export const followConsent = (): (() => void) => {
  settle();
  return storage.subscribe((key) => {
    if (key === null || key === STORAGE_KEYS.consent) settle();
  });
};

/** Returns the parameters that have not expired; those stored by a former version have no instant and count from now on. */
const remembered = (): Remembered => {
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

/** The tracking parameters of a page's query string. */
const valuesIn = (search: string) => {
  const query = new URLSearchParams(search);
  const click = { sub1: clean(query.get('sub1')), sub2: clean(query.get('sub2')), sub5: clean(query.get('sub5')) };
  // A payment link that comes back to the login (?connexion=paiement) names whose offer is paid, not who sent the visitor.
  const affiliate = query.has('connexion') ? undefined : clean(query.get('affiliate'));
  return { click, affiliate, isClick: Object.values(click).some(Boolean) };
};

/**
 * Remembers the parameters of an advertising or partner link: for 30 days with consent, else as long as the page lives
 * (docs/domain.md#attribution). A new click (any of sub1, sub2, sub5) replaces the former one whole, ?affiliate= included, so
 * that a click is never credited to the affiliate of another.
 * @param search the page's query string
 */
export const captureTracking = (search: string): void => {
  const { click, affiliate, isClick } = valuesIn(search);
  if (!isClick && !affiliate && load() === null) return;
  const now = Date.now();
  const before = isClick ? { ...click, clickedAt: now } : remembered();
  const value = JSON.stringify({ ...before, ...(affiliate && { affiliate, affiliateAt: now }) });
  save(value === '{}' ? null : value);
};

let isArrivalByClick = false;
/** Whether a link brought parameters to this page load; not where an earlier one is remembered. */
export const hasArrivedByClick = (): boolean => isArrivalByClick;

/**
 * Captures the parameters with which this page was reached. A link that is pressed before any script runs loads its page anew,
 * without them: the address of the page before still has them. Not after a reload or a way back, when that click is an old one.
 * What is not stored comes from the addresses that this tab has visited before, so that it survives a reload.
 * @param arrival how the page was reached: its query string, its origin, the referrer, the type of the navigation, and the
 * query strings of this tab's earlier pages, oldest first
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
  const { sub1, sub2, sub5, affiliate } = remembered();
  return { clickId: sub1, affiliateParam: sub2, partnerAffiliate: affiliate, fbPixelId: sub5 };
};

const hasTracking = (): boolean => Object.values(trackingParams()).some(Boolean);
const onCapture = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const no = (): false => false;
/** Whether a link has brought something that the visitor may decide about. */
export const useHasTracking = (): boolean => useSyncExternalStore(onCapture, hasTracking, no);
