import { z } from 'zod';
import { operation } from '../operation.ts';

/** Whether an ad platform is concerned at all, and what the subscriber allows it to learn (docs/domain.md#ad-conversions). */
const adConsent = z.object({
  applies: z.boolean(),
  granted: z.boolean(),
  changed_at: z.iso.datetime().nullable(),
});
export type AdConsent = z.output<typeof adConsent>;

const OF_SUBSCRIBERS = { service: 'identity', path: '/api/auth/ad-consent', roles: ['subscriber'] } as const;

export const readAdConsent = operation({
  ...OF_SUBSCRIBERS,
  id: 'readAdConsent',
  method: 'GET',
  summary: 'Whether the subscriber allows conversions to be reported to the ad platform of the registration',
  response: adConsent,
  errors: [],
});

export const changeAdConsent = operation({
  ...OF_SUBSCRIBERS,
  id: 'changeAdConsent',
  method: 'PUT',
  summary: 'Grants that consent or withdraws it; what waits is not sent after a withdrawal',
  body: z.object({ granted: z.boolean() }),
  response: adConsent,
  errors: ['VALIDATION_FAILED'],
});
