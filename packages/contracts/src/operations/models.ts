import { z } from 'zod';
import { id } from '../fields.ts';
import { ADMINISTRATOR_MODEL_FIELDS } from '../model-fields.ts';
import { affiliateModelChange, modelChange, modelView, newAffiliateModel, newModel } from '../models.ts';
import { operation } from '../operation.ts';
import { slugShape } from '../slugs.ts';

const ok = z.object({ ok: z.literal(true) });
const byId = z.object({ id });
const ofAffiliate = z.object({ slug: slugShape });
const ownModel = z.object({ slug: slugShape, id });
const saving = ['VALIDATION_FAILED', 'SLUG_TAKEN', 'PAYMENT_HOST_REFUSED'] as const;

export const listModels = operation({
  id: 'listModels',
  service: 'catalogue',
  method: 'GET',
  path: '/api/models',
  summary: 'Lists the models, their media lists left empty',
  answer: z.array(modelView),
  errors: [],
});
export const getModel = operation({
  id: 'getModel',
  service: 'catalogue',
  method: 'GET',
  path: '/api/models/:slug',
  summary: 'A model with its media lists, each item as this viewer may see it',
  params: z.object({ slug: z.string().max(100) }),
  answer: modelView,
  errors: ['MODEL_NOT_FOUND'],
  redirect: 'A former slug that no other model has taken: the same call with the present slug',
});
export const createModel = operation({
  id: 'createModel',
  service: 'catalogue',
  method: 'POST',
  path: '/api/models',
  roles: ['administrator'],
  status: 201,
  idempotent: true,
  recentLogin: ADMINISTRATOR_MODEL_FIELDS,
  summary: 'Creates a model',
  body: newModel,
  answer: modelView,
  errors: saving,
});
export const updateModel = operation({
  id: 'updateModel',
  service: 'catalogue',
  method: 'PUT',
  path: '/api/models/:id',
  roles: ['administrator'],
  recentLogin: ADMINISTRATOR_MODEL_FIELDS,
  summary: 'Changes a model; with If-Match, only the edition that was read',
  params: byId,
  body: modelChange,
  answer: modelView,
  errors: [...saving, 'MODEL_NOT_FOUND', 'EDIT_CONFLICT'],
});
export const deleteModel = operation({
  id: 'deleteModel',
  service: 'catalogue',
  method: 'DELETE',
  path: '/api/models/:id',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Deletes a model and its media',
  params: byId,
  answer: ok,
  errors: ['MODEL_NOT_FOUND'],
});
export const resetLiveOverride = operation({
  id: 'resetLiveOverride',
  service: 'catalogue',
  method: 'POST',
  path: '/api/models/:id/reset-live-override',
  roles: ['administrator', 'affiliate'],
  summary: 'Gives the live state back to its schedule',
  params: byId,
  answer: modelView,
  errors: ['MODEL_NOT_FOUND', 'FORBIDDEN'],
});

export const listAffiliateModels = operation({
  id: 'listAffiliateModels',
  service: 'catalogue',
  method: 'GET',
  path: '/api/affiliates/:slug/models',
  roles: ['affiliate', 'administrator'],
  summary: 'Lists the models of an affiliate, for itself and the administrator',
  params: ofAffiliate,
  answer: z.array(modelView),
  errors: ['FORBIDDEN', 'AFFILIATE_NOT_FOUND'],
});
export const createAffiliateModel = operation({
  id: 'createAffiliateModel',
  service: 'catalogue',
  method: 'POST',
  path: '/api/affiliates/:slug/models',
  roles: ['affiliate'],
  status: 201,
  idempotent: true,
  summary: 'Creates a model of the affiliate; inherits its Telegram link, e-mail and base URL',
  params: ofAffiliate,
  body: newAffiliateModel,
  answer: modelView,
  errors: [...saving, 'FORBIDDEN', 'FIELD_FORBIDDEN', 'AFFILIATE_NOT_FOUND'],
});
export const updateAffiliateModel = operation({
  id: 'updateAffiliateModel',
  service: 'catalogue',
  method: 'PUT',
  path: '/api/affiliates/:slug/models/:id',
  roles: ['affiliate'],
  summary: 'Changes one of the affiliate’s models',
  params: ownModel,
  body: affiliateModelChange,
  answer: modelView,
  errors: [...saving, 'FORBIDDEN', 'FIELD_FORBIDDEN', 'MODEL_NOT_FOUND', 'EDIT_CONFLICT'],
});
export const deleteAffiliateModel = operation({
  id: 'deleteAffiliateModel',
  service: 'catalogue',
  method: 'DELETE',
  path: '/api/affiliates/:slug/models/:id',
  roles: ['affiliate'],
  recentLogin: true,
  summary: 'Deletes one of the affiliate’s models',
  params: ownModel,
  answer: ok,
  errors: ['FORBIDDEN', 'MODEL_NOT_FOUND'],
});
