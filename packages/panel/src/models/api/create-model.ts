import { createAffiliateModel, createModel as createHouseModel } from 'contracts/operations/models';
import type { ModelChangeInput, ModelView } from 'contracts/models';
import { call } from 'web-kit/api';
import type { PanelOwner } from '../../panel-owner.ts';

export type ModelBody = ModelChangeInput & { name: string; slug: string };

export const createModel = (
  { session, slug }: PanelOwner,
  body: ModelBody,
  idempotencyKey: string,
): Promise<ModelView> => {
  const headers = { 'idempotency-key': idempotencyKey };
  return slug === null
    ? call(createHouseModel, { body, session, headers })
    : call(createAffiliateModel, { params: { slug }, body, session, headers });
};
