import {
  createModel,
  deleteModel,
  getModel,
  listModels,
  resetLiveOverride,
  updateModel,
} from 'contracts/operations/models';
import type { ModelsApi } from 'panel/model-list';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';

/** The administrator's calls on models. */
export const modelsApi: ModelsApi = {
  session,
  withRedirection: true,
  load: (slug) => call(getModel, { params: { slug }, session }),
  create: (body, idempotencyKey) =>
    call(createModel, { body, session, headers: { 'idempotency-key': idempotencyKey } }),
  update: (id, body, editRevision) =>
    call(updateModel, {
      params: { id },
      body,
      session,
      ...(editRevision === undefined ? {} : { headers: { 'if-match': `"${editRevision}"` } }),
    }),
  remove: (id) => call(deleteModel, { params: { id }, session }),
  resetOverride: (id) => call(resetLiveOverride, { params: { id }, session }),
};

export const useModels = () =>
  useQuery({
    queryKey: ['admin', 'models'],
    queryFn: ({ signal }) => call(listModels, { session, signal }),
    staleTime: 0,
  });
