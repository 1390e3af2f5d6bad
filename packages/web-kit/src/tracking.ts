import type { TrackingParams } from 'contracts/subscribers';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

interface Remembered {
  sub1?: string;
  sub2?: string;
  sub5?: string;
  /** From ?affiliate=, the partner page's link. */
  affiliate?: string;
}

/** A value as the registration accepts it: a hostile link must not make registering impossible. */
const clean = (value: string | null): string | undefined => value?.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '').trim().slice(0, 200).trim() || undefined;

const remembered = (): Remembered => {
  try {
    const parsed: unknown = JSON.parse(storage.get(STORAGE_KEYS.tracking) ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    const values = parsed as Record<string, unknown>;
    const read = (name: string) => (typeof values[name] === 'string' ? clean(values[name]) : undefined);
    return { sub1: read('sub1'), sub2: read('sub2'), sub5: read('sub5'), affiliate: read('affiliate') };
  } catch {
    return {};
  }
};

/**
 * Remembers what an advertising or partner link says (specification, section 1). A new click (any of sub1, sub2, sub5)
 * replaces the former one whole, so that a click is never credited to the affiliate of another.
 * @param search the page's query string
 */
export const captureTracking = (search: string): void => {
  const query = new URLSearchParams(search);
  const click = { sub1: clean(query.get('sub1')), sub2: clean(query.get('sub2')), sub5: clean(query.get('sub5')) };
  // A payment link that comes back to the login (?connexion=paiement) says whose offer is paid, not who sent the visitor.
  const affiliate = query.has('connexion') ? undefined : clean(query.get('affiliate'));
  const isClick = Object.values(click).some(Boolean);
  if (!isClick && !affiliate) return;
  const before = remembered();
  storage.set(STORAGE_KEYS.tracking, JSON.stringify({ ...before, ...(isClick ? click : {}), ...(affiliate ? { affiliate } : {}) }));
};

/** What a registration sends: an explicit sub2 wins over ?affiliate= (design, section 5). */
export const trackingParams = (): TrackingParams => {
  const { sub1, sub2, sub5, affiliate } = remembered();
  return { clickId: sub1, affiliateParam: sub2 ?? affiliate, fbPixelId: sub5 };
};
