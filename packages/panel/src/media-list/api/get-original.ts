import { getOriginal as operation } from 'contracts/operations/uploads';
import { call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { saveFrom } from 'web-kit/download';

/**
 * Saves a file as it was uploaded (docs/domain.md#originals). Its address is requested at that moment, as it is signed for minutes
 * only.
 */
export const saveOriginal = async (session: Caller, modelSlug: string, filename: string): Promise<void> => {
  const { filePath } = await call(operation, { params: { modelSlug, filename }, session });
  saveFrom(filePath);
};
