import { QUOTA_TEXTS } from 'contracts/quota-texts';
import { AppError } from 'service-kit/errors';
import { lockByName } from 'service-kit/lock-by-name';
import type { Queryable } from 'service-kit/postgres';
import type { UploadTarget } from './upload-rights.ts';

/** Limits of storage per model and per uploader, and of unfinished uploads per uploader. */
export interface QuotaLimits {
  modelMaxFiles: number;
  modelMaxBytes: number;
  affiliateMaxFiles: number;
  affiliateMaxBytes: number;
  administratorMaxFiles: number;
  administratorMaxBytes: number;
  uploaderMaxOpenUploads: number;
  uploaderMaxReservedBytes: number;
}

interface Usage {
  files: number;
  bytes: number;
  openUploads: number;
  reservedBytes: number;
}

const USAGE = `select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes, count(*) filter (where is_open) as "openUploads",
  coalesce(sum(bytes) filter (where is_open), 0)::bigint as "reservedBytes" from upload_usage`;
/** SQL condition; `is not distinct from` would not use the indexes. */
const UPLOADED_BY = (uploader: string | null, parameter: string) =>
  uploader === null
    ? `uploader_affiliate_id is null and ${parameter}::uuid is null`
    : `uploader_affiliate_id = ${parameter}::uuid`;

const usageOf = async (client: Queryable, condition: string, values: unknown[]): Promise<Usage> => {
  const { rows } = await client.query<Usage>(`${USAGE} where ${condition}`, values);
  return rows[0] as Usage;
};
const usageOfUploader = (client: Queryable, uploader: string | null) =>
  usageOf(client, UPLOADED_BY(uploader, '$1'), [uploader]);
const usageOfModel = (client: Queryable, { modelId, modelSlug, uploaderAffiliateId }: UploadTarget) =>
  modelId === null
    ? usageOf(client, `model_id is null and model_slug = $1 and ${UPLOADED_BY(uploaderAffiliateId, '$2')}`, [
        modelSlug,
        uploaderAffiliateId,
      ])
    : usageOf(client, 'model_id = $1', [modelId]);

/** Rejects uploads beyond the limits of their model or uploader, with a sentence that names the limit. */
export const createQuotas = (limits: QuotaLimits) => {
  const requireModel = ({ files, bytes }: Usage) => {
    if (files > limits.modelMaxFiles)
      throw new AppError('MODEL_QUOTA_EXCEEDED', { text: QUOTA_TEXTS.modelFiles(limits.modelMaxFiles) });
    if (bytes > limits.modelMaxBytes)
      throw new AppError('MODEL_QUOTA_EXCEEDED', { text: QUOTA_TEXTS.modelBytes(limits.modelMaxBytes) });
  };
  const requireUploader = ({ files, bytes, openUploads, reservedBytes }: Usage, uploader: string | null) => {
    const [maxFiles, maxBytes] =
      uploader === null
        ? [limits.administratorMaxFiles, limits.administratorMaxBytes]
        : [limits.affiliateMaxFiles, limits.affiliateMaxBytes];
    if (files > maxFiles) throw new AppError('UPLOADER_QUOTA_EXCEEDED', { text: QUOTA_TEXTS.uploaderFiles(maxFiles) });
    if (bytes > maxBytes) throw new AppError('UPLOADER_QUOTA_EXCEEDED', { text: QUOTA_TEXTS.uploaderBytes(maxBytes) });
    const retryAfterSeconds = 30;
    if (openUploads > limits.uploaderMaxOpenUploads)
      throw new AppError('TOO_MANY_UPLOADS', {
        text: QUOTA_TEXTS.openUploads(limits.uploaderMaxOpenUploads),
        retryAfterSeconds,
      });
    if (reservedBytes > limits.uploaderMaxReservedBytes)
      throw new AppError('TOO_MANY_UPLOADS', {
        text: QUOTA_TEXTS.reservedBytes(limits.uploaderMaxReservedBytes),
        retryAfterSeconds,
      });
  };
  const plus = (usage: Usage, bytes: number): Usage => ({
    ...usage,
    files: usage.files + 1,
    bytes: usage.bytes + bytes,
  });

  return {
    /**
     * Rejects an upload that cannot be stored before it is read; `enforce` makes the final check.
     * @throws AppError MODEL_QUOTA_EXCEEDED, UPLOADER_QUOTA_EXCEEDED
     */
    precheck: async (client: Queryable, target: UploadTarget, bytes: number): Promise<void> => {
      requireModel(plus(await usageOfModel(client, target), bytes));
      requireUploader(
        { ...plus(await usageOfUploader(client, target.uploaderAffiliateId), bytes), openUploads: 0, reservedBytes: 0 },
        target.uploaderAffiliateId,
      );
    },
    /**
     * Checks the limits including the row that this transaction has just inserted; transactions of one uploader, or for one model,
     * are serialised.
     * @throws AppError MODEL_QUOTA_EXCEEDED, UPLOADER_QUOTA_EXCEEDED, TOO_MANY_UPLOADS
     */
    enforce: async (client: Queryable, target: UploadTarget): Promise<void> => {
      await lockByName(client, `uploads by ${target.uploaderAffiliateId ?? 'the administrator'}`);
      await lockByName(client, `uploads for ${target.modelId ?? target.modelSlug}`);
      requireModel(await usageOfModel(client, target));
      requireUploader(await usageOfUploader(client, target.uploaderAffiliateId), target.uploaderAffiliateId);
    },
  };
};
export type Quotas = ReturnType<typeof createQuotas>;
