import { deleteUpload as operation } from 'contracts/operations/uploads';
import { call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';

export const deleteUpload = (session: Caller, modelSlug: string, filename: string) =>
  call(operation, { params: { modelSlug, filename }, session });
