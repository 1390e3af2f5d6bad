/** Purposes that a visitor may allow independently (docs/domain.md#consent). */
export const CONSENT_PURPOSES = ['attribution', 'advertising'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** Validity of a choice; the banner appears again afterwards. The CNIL recommends six months at most. */
export const CONSENT_DAYS = 180;
