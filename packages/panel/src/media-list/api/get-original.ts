import { getOriginal as operation } from 'contracts/operations/uploads';
import { call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { saveFrom } from 'web-kit/download';

/** Saves a file as it was sent (docs/domain.md#originals): its address is signed when it is wanted, for minutes. */
export const saveOriginal = async (session: Caller, modelSlug: string, filename: string): Promise<void> => {
  const { filePath } = await call(operation, { params: { modelSlug, filename }, session });
  saveFrom(filePath);
};
