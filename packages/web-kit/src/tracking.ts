import type { TrackingParams } from 'contracts/subscribers';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

/** How long a link is remembered (docs/domain.md#attribution). */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000;

interface Remembered {
  sub1?: string;
  sub2?: string;
  sub5?: string;
  /** Instant of the click, in milliseconds. */
  clickedAt?: number;
  /** From ?affiliate=, the partner page's link. */
  affiliate?: string;
  affiliateAt?: number;
}

/** A value as the registration accepts it: a hostile link must not make registering impossible. */
const clean = (value: string | null): string | undefined =>
  value
    ?.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 200)
    .trim() || undefined;

/** What still holds; what a former version stored has no instant, and counts from now on. */
const remembered = (): Remembered => {
  try {
    const parsed: unknown = JSON.parse(storage.get(STORAGE_KEYS.tracking) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    const values = parsed as Record<string, unknown>;
    const read = (name: string) => (typeof values[name] === 'string' ? clean(values[name]) : undefined);
    const instant = (name: string) =>
      typeof values[name] === 'number' && values[name] <= Date.now() ? values[name] : Date.now();
    const holds = (at: number) => Date.now() - at < REMEMBERED_MS;
    const [clickedAt, affiliateAt] = [instant('clickedAt'), instant('affiliateAt')];
    return {
      ...(holds(clickedAt) && { sub1: read('sub1'), sub2: read('sub2'), sub5: read('sub5'), clickedAt }),
      ...(holds(affiliateAt) && { affiliate: read('affiliate'), affiliateAt }),
    };
  } catch {
    return {};
  }
};

/**
 * Stores the parameters of an advertising or partner link for 30 days (docs/domain.md#attribution). A new click (any of sub1,
 * sub2, sub5) replaces the former one whole, ?affiliate= included, so that a click is never credited to the affiliate of
 * another.
 * @param search the page's query string
 */
export const captureTracking = (search: string): void => {
  const query = new URLSearchParams(search);
  const click = { sub1: clean(query.get('sub1')), sub2: clean(query.get('sub2')), sub5: clean(query.get('sub5')) };
  // A payment link that comes back to the login (?connexion=paiement) names whose offer is paid, not who sent the visitor.
  const affiliate = query.has('connexion') ? undefined : clean(query.get('affiliate'));
  const isClick = Object.values(click).some(Boolean);
  if (!isClick && !affiliate && storage.get(STORAGE_KEYS.tracking) === null) return;
  const now = Date.now();
  const before = isClick ? { ...click, clickedAt: now } : remembered();
  storage.set(STORAGE_KEYS.tracking, JSON.stringify({ ...before, ...(affiliate && { affiliate, affiliateAt: now }) }));
};

/**
 * Stores the parameters with which this page was reached. A link that is pressed before any script runs loads its page anew,
 * without them: the address of the page before still has them. Not after a reload or a way back, when that click is an old one.
 * @param arrival how the page was reached: its query string, its origin, the referrer, and the type of the navigation
 */
export const captureArrival = ({
  search,
  origin,
  referrer,
  navigationType,
}: {
  search: string;
  origin: string;
  referrer: string;
  navigationType: string | undefined;
}): void => {
  const before = URL.canParse(referrer) ? new URL(referrer) : null;
  if (before?.origin === origin && navigationType === 'navigate') captureTracking(before.search);
  captureTracking(search);
};

/** What a registration sends: the server decides between sub2 and ?affiliate= (docs/domain.md#attribution). */
export const trackingParams = (): TrackingParams => {
  const { sub1, sub2, sub5, affiliate } = remembered();
  return { clickId: sub1, affiliateParam: sub2, partnerAffiliate: affiliate, fbPixelId: sub5 };
};
