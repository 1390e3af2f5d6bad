import { z } from 'zod';
import { operation } from '../operation.ts';

/** Whether ad conversions apply to the subscriber, and which data they allow to be sent (docs/domain.md#ad-conversions). */
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
