import { operation } from '../operation.ts';
import { accountDeletion, PERSONAL_DATA, personalDataPath } from '../personal-data.ts';
import { ok } from './shapes.ts';

export const exportIdentityData = operation({
  id: 'exportIdentityData',
  service: 'identity',
  method: 'GET',
  path: personalDataPath('identity'),
  roles: ['subscriber'],
  summary: 'What identity stores of the subscriber',
  response: PERSONAL_DATA.identity,
  errors: [],
});
export const exportBillingData = operation({
  id: 'exportBillingData',
  service: 'billing',
  method: 'GET',
  path: personalDataPath('billing'),
  roles: ['subscriber'],
  summary: 'What billing stores of the subscriber',
  response: PERSONAL_DATA.billing,
  errors: [],
});
export const exportCatalogueData = operation({
  id: 'exportCatalogueData',
  service: 'catalogue',
  method: 'GET',
  path: personalDataPath('catalogue'),
  roles: ['subscriber'],
  summary: 'What the catalogue stores of the subscriber',
  response: PERSONAL_DATA.catalogue,
  errors: [],
});
export const exportAffiliateData = operation({
  id: 'exportAffiliateData',
  service: 'affiliate',
  method: 'GET',
  path: personalDataPath('affiliate'),
  roles: ['subscriber'],
  summary: 'What the affiliate service stores of the subscriber',
  response: PERSONAL_DATA.affiliate,
  errors: [],
});
export const exportMediaData = operation({
  id: 'exportMediaData',
  service: 'media',
  method: 'GET',
  path: personalDataPath('media'),
  roles: ['subscriber'],
  summary: 'What media stores of the subscriber',
  response: PERSONAL_DATA.media,
  errors: [],
});

export const deleteAccount = operation({
  id: 'deleteAccount',
  service: 'identity',
  method: 'POST',
  path: '/api/auth/delete-account',
  roles: ['subscriber'],
  summary: 'Erases the subscriber everywhere; an open contract is cancelled with it',
  body: accountDeletion,
  response: ok,
  errors: ['VALIDATION_FAILED', 'WRONG_PASSWORD', 'TOO_MANY_ATTEMPTS'],
});
