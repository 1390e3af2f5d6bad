import { deleteUpload as operation } from 'contracts/operations/uploads';
import { call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';

/** Deletes a file of a model. @param keepalive lets the request outlive a page that is being left */
export const deleteUpload = (
  session: Caller,
  { modelSlug, filename }: { modelSlug: string; filename: string },
  { keepalive = false }: { keepalive?: boolean } = {},
) => call(operation, { params: { modelSlug, filename }, session, keepalive });
