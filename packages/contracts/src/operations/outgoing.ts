import { id } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  outgoingDelivery,
  outgoingPostbacks,
  outgoingQuery,
  outgoingSettings,
  savedEndpoint,
} from '../outgoing-postbacks.ts';
import { bySlug } from './shapes.ts';

const ROLES = ['affiliate', 'administrator'] as const;

export const getOutgoingPostbacks = operation({
  id: 'getOutgoingPostbacks',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/outgoing',
  roles: ROLES,
  summary: 'Where an affiliate’s own server is notified, and a page of the notifications, the newest first',
  params: bySlug,
  query: outgoingQuery,
  response: outgoingPostbacks,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const setOutgoingPostbacks = operation({
  id: 'setOutgoingPostbacks',
  service: 'affiliate',
  method: 'PUT',
  path: '/api/affiliates/:slug/outgoing',
  roles: ROLES,
  recentLogin: true,
  summary: 'Sets where an affiliate’s own server is notified; a new secret is returned once',
  params: bySlug,
  body: outgoingSettings,
  response: savedEndpoint,
  errors: ['VALIDATION_FAILED', 'OUTGOING_HOST_REFUSED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const testOutgoingPostback = operation({
  id: 'testOutgoingPostback',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/outgoing/test',
  roles: ROLES,
  status: 201,
  idempotent: true,
  summary: 'Queues a notification with sample values',
  params: bySlug,
  response: outgoingDelivery,
  errors: ['OUTGOING_NOT_SET', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED', 'TOO_MANY_ATTEMPTS'],
});
export const retryOutgoingPostback = operation({
  id: 'retryOutgoingPostback',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/outgoing/:id/retry',
  roles: ROLES,
  summary: 'Sends a notification again that was not delivered',
  params: bySlug.extend({ id }),
  response: outgoingDelivery,
  errors: [
    'VALIDATION_FAILED',
    'OUTGOING_NOT_SET',
    'OUTGOING_DELIVERY_NOT_FOUND',
    'AFFILIATE_NOT_FOUND',
    'AFFILIATE_SUSPENDED',
    'TOO_MANY_ATTEMPTS',
  ],
});
