import { z } from 'zod';
import { givenPassword, id } from '../fields.ts';
import { operation } from '../operation.ts';
import { passwordChange, sessionView } from '../sessions.ts';
import { byId, bySlug, ok, tokenResponse } from './shapes.ts';

const sessions = z.array(sessionView);
const confirmation = z.object({ password: givenPassword });

export const logoutSubscriber = operation({
  id: 'logoutSubscriber',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Ends this session of the subscriber, named by the refresh cookie or the token',
  response: ok,
  errors: [],
});
export const listSubscriberSessions = operation({
  id: 'listSubscriberSessions',
  service: 'identity',
  method: 'GET',
  path: '/api/auth/sessions',
  roles: ['subscriber'],
  summary: 'Lists where the subscriber is logged in, the last used first',
  response: sessions,
  errors: [],
});
export const endSubscriberSession = operation({
  id: 'endSubscriberSession',
  service: 'identity',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  roles: ['subscriber'],
  summary: 'Ends one session of the subscriber',
  params: byId,
  response: ok,
  errors: ['VALIDATION_FAILED', 'SESSION_NOT_FOUND'],
});
export const endSubscriberSessions = operation({
  id: 'endSubscriberSessions',
  service: 'identity',
  method: 'DELETE',
  path: '/api/auth/sessions',
  roles: ['subscriber'],
  summary: 'Ends every session of the subscriber, this one included',
  response: ok,
  errors: [],
});
export const changePassword = operation({
  id: 'changePassword',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/change-password',
  roles: ['subscriber'],
  summary: 'Sets a new password and ends every other session of the subscriber',
  body: passwordChange,
  response: ok,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'PASSWORD_TOO_COMMON', 'TOO_MANY_ATTEMPTS'],
});

export const logoutAdministrator = operation({
  id: 'logoutAdministrator',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'Ends this session of the administrator, named by the refresh cookie or the token',
  response: ok,
  errors: [],
});
export const listAdministratorSessions = operation({
  id: 'listAdministratorSessions',
  service: 'identity',
  method: 'GET',
  path: '/api/admin/sessions',
  roles: ['administrator'],
  summary: 'Lists where the administrator is logged in, the last used first',
  response: sessions,
  errors: [],
});
export const endAdministratorSession = operation({
  id: 'endAdministratorSession',
  service: 'identity',
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  roles: ['administrator'],
  summary: 'Ends one session of the administrator',
  params: byId,
  response: ok,
  errors: ['VALIDATION_FAILED', 'SESSION_NOT_FOUND'],
});
export const endAdministratorSessions = operation({
  id: 'endAdministratorSessions',
  service: 'identity',
  method: 'DELETE',
  path: '/api/admin/sessions',
  roles: ['administrator'],
  summary: 'Ends every session of the administrator, this one included',
  response: ok,
  errors: [],
});
export const reauthenticateAdministrator = operation({
  id: 'reauthenticateAdministrator',
  service: 'identity',
  method: 'POST',
  path: '/api/admin/reauthenticate',
  roles: ['administrator'],
  summary: 'Confirms the administrator’s password for this session, before a sensitive change',
  body: confirmation,
  response: tokenResponse,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS'],
});

export const logoutAffiliate = operation({
  id: 'logoutAffiliate',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/logout',
  summary: 'Ends this session of the affiliate, named by the refresh cookie or the token',
  params: bySlug,
  response: ok,
  errors: [],
});
export const listAffiliateSessions = operation({
  id: 'listAffiliateSessions',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/sessions',
  roles: ['affiliate'],
  summary: 'Lists where the affiliate is logged in, the last used first',
  params: bySlug,
  response: sessions,
  errors: ['AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const endAffiliateSession = operation({
  id: 'endAffiliateSession',
  service: 'affiliate',
  method: 'DELETE',
  path: '/api/affiliates/:slug/sessions/:id',
  roles: ['affiliate'],
  summary: 'Ends one session of the affiliate',
  params: bySlug.extend({ id }),
  response: ok,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED', 'SESSION_NOT_FOUND'],
});
export const endAffiliateSessions = operation({
  id: 'endAffiliateSessions',
  service: 'affiliate',
  method: 'DELETE',
  path: '/api/affiliates/:slug/sessions',
  roles: ['affiliate'],
  summary: 'Ends every session of the affiliate, this one included',
  params: bySlug,
  response: ok,
  errors: ['AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const changeAffiliatePassword = operation({
  id: 'changeAffiliatePassword',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/change-password',
  roles: ['affiliate'],
  summary: 'Sets a new password and ends every other session of the affiliate',
  params: bySlug,
  body: passwordChange,
  response: ok,
  errors: [
    'VALIDATION_FAILED',
    'WRONG_PASSWORD',
    'PASSWORD_TOO_COMMON',
    'TOO_MANY_ATTEMPTS',
    'AFFILIATE_NOT_FOUND',
    'AFFILIATE_SUSPENDED',
  ],
});
export const reauthenticateAffiliate = operation({
  id: 'reauthenticateAffiliate',
  service: 'affiliate',
  method: 'POST',
  path: '/api/affiliates/:slug/reauthenticate',
  roles: ['affiliate'],
  summary: 'Confirms the affiliate’s password for this session, before a sensitive change',
  params: bySlug,
  body: confirmation,
  response: tokenResponse,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
