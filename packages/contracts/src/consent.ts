/** Purposes that a visitor may allow, each by itself (docs/domain.md#consent). */
export const CONSENT_PURPOSES = ['attribution', 'advertising'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Validity of a choice, which is requested again after it: six months at most, as the CNIL recommends. */
export const CONSENT_DAYS = 180;
