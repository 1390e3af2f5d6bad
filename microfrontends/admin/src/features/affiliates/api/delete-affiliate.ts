import { deleteAffiliate as operation } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

export const deleteAffiliate = (id: string) => call(operation, { params: { id }, session });
