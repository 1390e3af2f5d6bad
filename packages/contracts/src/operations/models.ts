import { z } from 'zod';
import { id } from '../fields.ts';
import { ADMINISTRATOR_MODEL_FIELDS } from '../model-fields.ts';
import {
  affiliateModelChange,
  modelChange,
  modelListQuery,
  modelPlace,
  modelVersion,
  modelView,
  newAffiliateModel,
  newModel,
} from '../models.ts';
import { operation } from '../operation.ts';
import { slugShape } from '../slugs.ts';
import { byId, ok } from './shapes.ts';

const ofAffiliate = z.object({ slug: slugShape });
const ownModel = z.object({ slug: slugShape, id });
/** Edition of a model, as the audit trail names it. */
const version = z.object({ id, edition: z.coerce.number('Version invalide').int('Version invalide').min(1).max(1e9) });
const saving = ['VALIDATION_FAILED', 'SLUG_TAKEN', 'PAYMENT_HOST_REFUSED'] as const;

export const listModels = operation({
  id: 'listModels',
  service: 'catalogue',
  method: 'GET',
  path: '/api/models',
  summary:
    'Lists models in pages of at most 200, their media lists left empty; Link names the next page, X-Total-Count the number of all',
  query: modelListQuery,
  response: z.array(modelView),
  errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'AFFILIATE_NOT_FOUND'],
});
export const getModel = operation({
  id: 'getModel',
  service: 'catalogue',
  method: 'GET',
  path: '/api/models/:slug',
  summary: 'A model with its media lists, each item as this viewer may see it',
  params: z.object({ slug: z.string().max(100) }),
  /**
   * `visitor`: the model as a visitor would see it, even a hidden one; for its owner and the administrator
   * (docs/domain.md#publication). Other values are ignored: the gateway's shared responses to visitors do not depend on the query.
   */
  query: z.object({ view: z.string().optional() }),
  response: modelView,
  errors: ['VALIDATION_FAILED', 'MODEL_NOT_FOUND'],
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
  response: modelView,
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
  response: modelView,
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
  response: ok,
  errors: ['MODEL_NOT_FOUND'],
});
export const placeModel = operation({
  id: 'placeModel',
  service: 'catalogue',
  method: 'PUT',
  path: '/api/models/:id/place',
  roles: ['administrator'],
  summary: 'Places a model on the wall right before or after another one',
  params: byId,
  body: modelPlace,
  response: modelView,
  errors: ['VALIDATION_FAILED', 'MODEL_NOT_FOUND'],
});
export const featureModel = operation({
  id: 'featureModel',
  service: 'catalogue',
  method: 'PUT',
  path: '/api/models/:id/featured',
  roles: ['administrator'],
  summary: 'Puts a model before all others of the wall, or back into its place',
  params: byId,
  body: z.object({ is_featured: z.boolean('Valeur invalide') }),
  response: modelView,
  errors: ['VALIDATION_FAILED', 'MODEL_NOT_FOUND'],
});
export const resetLiveOverride = operation({
  id: 'resetLiveOverride',
  service: 'catalogue',
  method: 'POST',
  path: '/api/models/:id/reset-live-override',
  roles: ['administrator', 'affiliate'],
  summary: 'Gives the live state back to its schedule',
  params: byId,
  response: modelView,
  errors: ['MODEL_NOT_FOUND', 'FORBIDDEN'],
});
export const getModelVersion = operation({
  id: 'getModelVersion',
  service: 'catalogue',
  method: 'GET',
  path: '/api/models/:id/versions/:edition',
  roles: ['administrator', 'affiliate'],
  summary: 'What restoring a former version of a model would change',
  params: version,
  response: modelVersion,
  errors: ['VALIDATION_FAILED', 'MODEL_NOT_FOUND', 'VERSION_NOT_FOUND', 'FORBIDDEN'],
});
export const restoreModelVersion = operation({
  id: 'restoreModelVersion',
  service: 'catalogue',
  method: 'POST',
  path: '/api/models/:id/versions/:edition/restore',
  roles: ['administrator', 'affiliate'],
  recentLogin: ADMINISTRATOR_MODEL_FIELDS,
  summary: 'Writes a former version of a model as a new edition; with If-Match, only over the edition that was read',
  params: version,
  response: modelView,
  errors: [...saving, 'MODEL_NOT_FOUND', 'VERSION_NOT_FOUND', 'EDIT_CONFLICT', 'FORBIDDEN'],
});

export const listAffiliateModels = operation({
  id: 'listAffiliateModels',
  service: 'catalogue',
  method: 'GET',
  path: '/api/affiliates/:slug/models',
  roles: ['affiliate', 'administrator'],
  summary: 'Lists the models of an affiliate in pages as listModels does, for itself and the administrator',
  params: ofAffiliate,
  query: modelListQuery.omit({ affiliate: true }),
  response: z.array(modelView),
  errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'AFFILIATE_NOT_FOUND'],
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
  response: modelView,
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
  response: modelView,
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
  response: ok,
  errors: ['FORBIDDEN', 'MODEL_NOT_FOUND'],
});
