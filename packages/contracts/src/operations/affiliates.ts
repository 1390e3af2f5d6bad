import { SENSITIVE_AFFILIATE_FIELDS } from '../affiliate-fields.ts';
import { z } from 'zod';
import {
  affiliateChange,
  affiliateConfig,
  affiliateView,
  affiliateWithModels,
  newAffiliate,
  ownAffiliateChange,
} from '../affiliates.ts';
import { givenPassword } from '../fields.ts';
import { operation } from '../operation.ts';
import { panelLogin } from '../second-factor.ts';
import { byId, bySlug, ok, tokenResponse } from './shapes.ts';

export const listAffiliates = operation({
  id: 'listAffiliates',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates',
  roles: ['administrator'],
  summary: 'Lists the affiliates',
  response: z.array(affiliateView),
  errors: [],
});
export const createAffiliate = operation({
  id: 'createAffiliate',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates',
  roles: ['administrator'],
  status: 201,
  idempotent: true,
  recentLogin: true,
  summary: 'Creates an affiliate',
  body: newAffiliate,
  response: affiliateView,
  errors: [
    'VALIDATION_FAILED',
    'AFFILIATE_FIELDS_REQUIRED',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_TOO_PERSONAL',
    'SLUG_TAKEN',
    'PAYMENT_HOST_REFUSED',
  ],
});
export const updateAffiliate = operation({
  id: 'updateAffiliate',
  service: 'affiliate',
  method: 'PUT',
  path: '/api/affiliates/id/:id',
  roles: ['administrator'],
  recentLogin: SENSITIVE_AFFILIATE_FIELDS,
  summary: 'Changes an affiliate; an empty password stays as it is',
  params: byId,
  body: affiliateChange,
  response: affiliateView,
  errors: [
    'VALIDATION_FAILED',
    'AFFILIATE_FIELDS_REQUIRED',
    'PASSWORD_TOO_COMMON',
    'PASSWORD_TOO_PERSONAL',
    'AFFILIATE_NOT_FOUND',
    'SLUG_TAKEN',
    'PAYMENT_HOST_REFUSED',
  ],
});
export const deleteAffiliate = operation({
  id: 'deleteAffiliate',
  service: 'affiliate',
  method: 'DELETE',
  path: '/api/affiliates/id/:id',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Deletes an affiliate that has no models and is owed nothing',
  params: byId,
  response: ok,
  errors: ['AFFILIATE_NOT_FOUND', 'AFFILIATE_HAS_MODELS', 'AFFILIATE_OWED'],
});
export const getAffiliate = operation({
  id: 'getAffiliate',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug',
  summary: 'An affiliate: its public part, or everything with its models for itself and the administrator',
  params: bySlug,
  response: affiliateWithModels,
  errors: ['AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED', 'SERVICE_UNAVAILABLE'],
});
export const verifyAffiliate = operation({
  id: 'verifyAffiliate',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/verify',
  summary: 'Opens an affiliate’s panel, or names the second factor that has to follow',
  params: bySlug,
  body: z.object({ password: givenPassword }),
  response: panelLogin,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED', 'TOO_MANY_ATTEMPTS'],
});
export const refreshAffiliate = operation({
  id: 'refreshAffiliate',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/refresh',
  summary: 'Renews the affiliate’s token by its refresh cookie',
  params: bySlug,
  response: tokenResponse,
  errors: ['SESSION_EXPIRED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const updateOwnAffiliate = operation({
  id: 'updateOwnAffiliate',
  service: 'affiliate',
  method: 'PUT',
  path: '/api/affiliates/:slug',
  roles: ['affiliate', 'administrator'],
  summary: 'Changes what an affiliate may change of itself',
  params: bySlug,
  body: ownAffiliateChange,
  response: affiliateView,
  errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'FIELD_FORBIDDEN', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const getAffiliateConfig = operation({
  id: 'getAffiliateConfig',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/config/:slug',
  summary: 'Where an affiliate’s visitors pay',
  params: bySlug,
  response: affiliateConfig,
  errors: ['AFFILIATE_NOT_FOUND'],
});
