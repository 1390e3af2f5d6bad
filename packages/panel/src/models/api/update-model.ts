import { updateAffiliateModel, updateModel as updateAnyModel } from 'contracts/operations/models';
import type { ModelChangeInput, ModelView } from 'contracts/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Saves changes of a model. @param editRevision rejects the save (EDIT_CONFLICT) if the model was saved elsewhere since then */
export const updateModel = (
  { session, slug }: PanelOwner,
  id: string,
  body: ModelChangeInput,
  editRevision?: number,
): Promise<ModelView> => {
  const options = {
    body,
    session,
    ...(editRevision === undefined ? {} : { headers: { 'if-match': `"${editRevision}"` } }),
  };
  return slug === null
    ? call(updateAnyModel, { params: { id }, ...options })
    : call(updateAffiliateModel, { params: { slug, id }, ...options });
};
