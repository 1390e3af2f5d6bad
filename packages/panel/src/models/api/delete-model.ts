import { deleteAffiliateModel, deleteModel as deleteAnyModel } from 'contracts/operations/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

/** Deletes a model. @param keepalive lets the request outlive a page that is being left */
export const deleteModel = (
  { session, slug }: PanelOwner,
  id: string,
  { keepalive = false }: { keepalive?: boolean } = {},
): Promise<unknown> =>
  slug === null
    ? call(deleteAnyModel, { params: { id }, session, keepalive })
    : call(deleteAffiliateModel, { params: { slug, id }, session, keepalive });
