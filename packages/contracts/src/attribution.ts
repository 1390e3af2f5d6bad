import { z } from 'zod';

/** Why an affiliate is credited for a registration, in the order of precedence (docs/domain.md#attribution). */
export const ATTRIBUTION_REASONS = ['sub2', 'partner-page', 'model-owner', 'none'] as const;

/** Affiliate credited for a registration and its payments: decided once, at registration. */
export const attribution = z.object({ affiliateId: z.string().nullable(), reason: z.enum(ATTRIBUTION_REASONS) });
export type Attribution = z.infer<typeof attribution>;
