import { getUpload as operation } from 'contracts/operations/uploads';
import { call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';

/** Fetches the state of an uploaded file, and its addresses once it has renditions. */
export const getUpload = (session: Caller, modelSlug: string, filename: string, signal?: AbortSignal) =>
  call(operation, { params: { modelSlug, filename }, session, signal });
