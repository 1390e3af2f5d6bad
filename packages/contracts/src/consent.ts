/** What a visitor may allow, each by itself (docs/domain.md#consent). */
export const CONSENT_PURPOSES = ['attribution', 'advertising'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** How long a choice holds before it is requested again: six months at most, as the CNIL recommends. */
export const CONSENT_DAYS = 180;
