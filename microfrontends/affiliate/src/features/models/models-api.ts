import {
  createAffiliateModel,
  deleteAffiliateModel,
  getModel,
  resetLiveOverride,
  updateAffiliateModel,
} from 'contracts/operations/models';
import type { ModelsApi } from 'panel/model-list';
import { call } from 'web-kit/api';
import { affiliateSession } from 'web-kit/session';

/** An affiliate's calls on its own models (docs/domain.md#roles). */
export const modelsApiOf = (slug: string): ModelsApi => {
  const session = affiliateSession(slug);
  return {
    session,
    withRedirection: false,
    load: (modelSlug) => call(getModel, { params: { slug: modelSlug }, session }),
    create: (body, idempotencyKey) =>
      call(createAffiliateModel, { params: { slug }, body, session, headers: { 'idempotency-key': idempotencyKey } }),
    update: (id, body, editRevision) =>
      call(updateAffiliateModel, {
        params: { slug, id },
        body,
        session,
        ...(editRevision === undefined ? {} : { headers: { 'if-match': `"${editRevision}"` } }),
      }),
    remove: (id) => call(deleteAffiliateModel, { params: { slug, id }, session }),
    resetOverride: (id) => call(resetLiveOverride, { params: { id }, session }),
  };
};
