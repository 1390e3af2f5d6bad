import { z } from 'zod';
import { operation } from '../operation.ts';
import { text } from '../fields.ts';
import { trackingParams } from '../subscribers.ts';
import { ok } from './shapes.ts';

export const recordVisit = operation({
  id: 'recordVisit',
  service: 'affiliate',
  method: 'POST',
  path: '/api/visits',
  summary: 'Counts a visit of the public site, once a day for each browser; nothing personal is stored',
  body: z.object({
    path: text(200),
    trackingParams: trackingParams.optional(),
    /** Whether the parameters come from the link of this page load; absent in calls of older clients. */
    isClick: z.boolean().optional(),
  }),
  response: ok,
  errors: ['VALIDATION_FAILED'],
});
