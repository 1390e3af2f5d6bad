import { z } from 'zod';
import { id } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  addedFactor,
  enrolment,
  newFactor,
  openedPanel,
  recoveryCodes,
  secondFactorProof,
  secondFactorView,
} from '../second-factor.ts';
import { byId, bySlug, ok } from './shapes.ts';

const codes = z.object({ recoveryCodes });

const PROOF_ERRORS = [
  'VALIDATION_FAILED',
  'WRONG_CODE',
  'PASSKEY_REJECTED',
  'CHALLENGE_EXPIRED',
  'TOO_MANY_ATTEMPTS',
] as const;
const ENROLMENT_ERRORS = [
  'VALIDATION_FAILED',
  'WRONG_CODE',
  'PASSKEY_REJECTED',
  'PASSKEY_TAKEN',
  'CHALLENGE_EXPIRED',
  'SECOND_FACTOR_LIMIT',
] as const;
const AFFILIATE_ERRORS = ['AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'] as const;

export const verifyAdministratorSecondFactor = operation({
  id: 'verifyAdministratorSecondFactor',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/verify/second-factor',
  summary: 'Opens the main administration by a second factor, after the password',
  body: secondFactorProof,
  response: openedPanel,
  errors: PROOF_ERRORS,
});
export const enrolAdministrator = operation({
  id: 'enrolAdministrator',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/verify/enrolment',
  summary: 'Adds the first factor, where one is required, after the password; opens the main administration',
  body: newFactor,
  response: openedPanel.extend({ recoveryCodes }),
  errors: [...ENROLMENT_ERRORS, 'TOO_MANY_ATTEMPTS'],
});
export const getAdministratorSecondFactor = operation({
  id: 'getAdministratorSecondFactor',
  service: 'identity',
  method: 'GET',
  path: '/api/admin/second-factor',
  roles: ['administrator'],
  summary: 'Lists the administrator’s second factors',
  response: secondFactorView,
  errors: [],
});
export const beginAdministratorEnrolment = operation({
  id: 'beginAdministratorEnrolment',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/second-factor/enrolment',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Begins to add a factor: a secret for an application, options for a passkey',
  response: enrolment,
  errors: ['SECOND_FACTOR_LIMIT'],
});
export const addAdministratorFactor = operation({
  id: 'addAdministratorFactor',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/second-factor/factors',
  roles: ['administrator'],
  status: 201,
  summary: 'Adds a factor; the first one brings recovery codes and ends the administrator’s other sessions',
  body: newFactor,
  response: addedFactor,
  errors: ENROLMENT_ERRORS,
});
export const removeAdministratorFactor = operation({
  id: 'removeAdministratorFactor',
  service: 'identity',
  method: 'DELETE',
  path: '/api/admin/second-factor/factors/:id',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Removes a factor; the last one also removes the recovery codes',
  params: byId,
  response: ok,
  errors: ['VALIDATION_FAILED', 'SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_REQUIRED'],
});
export const renewAdministratorRecoveryCodes = operation({
  id: 'renewAdministratorRecoveryCodes',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/second-factor/recovery-codes',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Replaces the administrator’s recovery codes',
  response: codes,
  errors: ['SECOND_FACTOR_NOT_FOUND'],
});

export const verifyAffiliateSecondFactor = operation({
  id: 'verifyAffiliateSecondFactor',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/verify/second-factor',
  summary: 'Opens an affiliate’s panel by a second factor, after the password',
  params: bySlug,
  body: secondFactorProof,
  response: openedPanel,
  errors: [...PROOF_ERRORS, ...AFFILIATE_ERRORS],
});
export const getAffiliateSecondFactor = operation({
  id: 'getAffiliateSecondFactor',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/second-factor',
  roles: ['affiliate'],
  summary: 'Lists the affiliate’s second factors',
  params: bySlug,
  response: secondFactorView,
  errors: AFFILIATE_ERRORS,
});
export const beginAffiliateEnrolment = operation({
  id: 'beginAffiliateEnrolment',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/second-factor/enrolment',
  roles: ['affiliate'],
  recentLogin: true,
  summary: 'Begins to add a factor: a secret for an application, options for a passkey',
  params: bySlug,
  response: enrolment,
  errors: ['SECOND_FACTOR_LIMIT', ...AFFILIATE_ERRORS],
});
export const addAffiliateFactor = operation({
  id: 'addAffiliateFactor',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/second-factor/factors',
  roles: ['affiliate'],
  status: 201,
  summary: 'Adds a factor; the first one brings recovery codes and ends the affiliate’s other sessions',
  params: bySlug,
  body: newFactor,
  response: addedFactor,
  errors: [...ENROLMENT_ERRORS, ...AFFILIATE_ERRORS],
});
export const removeAffiliateFactor = operation({
  id: 'removeAffiliateFactor',
  service: 'affiliate',
  method: 'DELETE',
  path: '/api/affiliates/:slug/second-factor/factors/:id',
  roles: ['affiliate'],
  recentLogin: true,
  summary: 'Removes a factor; the last one also removes the recovery codes',
  params: bySlug.extend({ id }),
  response: ok,
  errors: ['VALIDATION_FAILED', 'SECOND_FACTOR_NOT_FOUND', 'SECOND_FACTOR_REQUIRED', ...AFFILIATE_ERRORS],
});
export const renewAffiliateRecoveryCodes = operation({
  id: 'renewAffiliateRecoveryCodes',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/second-factor/recovery-codes',
  roles: ['affiliate'],
  recentLogin: true,
  summary: 'Replaces the affiliate’s recovery codes',
  params: bySlug,
  response: codes,
  errors: ['SECOND_FACTOR_NOT_FOUND', ...AFFILIATE_ERRORS],
});
