import { z } from 'zod';
import type { AdmissionLimits } from './uploads/admission.ts';
import type { QuotaLimits } from './uploads/quotas.ts';

export interface MediaLimits extends QuotaLimits, AdmissionLimits {
  /** Time after which an asset that no model uses is deleted. */
  unattachedHours: number;
}

const GIBIBYTE = 1024 ** 3;
const atLeast = (minimum: number, fallback: number) => z.coerce.number().int().min(minimum).default(fallback);

/** Limits in the environment. Bytes and files count originals, not renditions. */
export const limitSettings = {
  MODEL_MAX_FILES: atLeast(1, 2_000),
  MODEL_MAX_BYTES: atLeast(1, 20 * GIBIBYTE),
  AFFILIATE_MAX_FILES: atLeast(1, 10_000),
  AFFILIATE_MAX_BYTES: atLeast(1, 100 * GIBIBYTE),
  ADMINISTRATOR_MAX_FILES: atLeast(1, 100_000),
  ADMINISTRATOR_MAX_BYTES: atLeast(1, 1_000 * GIBIBYTE),
  /** Maximum number of unfinished resumable uploads per uploader, and of their bodies that one process reads concurrently. */
  UPLOADER_MAX_OPEN_UPLOADS: atLeast(1, 8),
  UPLOADER_MAX_RESERVED_BYTES: atLeast(1, GIBIBYTE),
  MAX_UPLOADS_IN_FLIGHT: atLeast(1, 32),
  DISK_RESERVE_BYTES: atLeast(0, GIBIBYTE),
  UNATTACHED_HOURS: atLeast(1, 24),
};

/** Returns the limits from the environment. */
export const limitsOf = (settings: z.output<z.ZodObject<typeof limitSettings>>): MediaLimits => ({
  modelMaxFiles: settings.MODEL_MAX_FILES,
  modelMaxBytes: settings.MODEL_MAX_BYTES,
  affiliateMaxFiles: settings.AFFILIATE_MAX_FILES,
  affiliateMaxBytes: settings.AFFILIATE_MAX_BYTES,
  administratorMaxFiles: settings.ADMINISTRATOR_MAX_FILES,
  administratorMaxBytes: settings.ADMINISTRATOR_MAX_BYTES,
  uploaderMaxOpenUploads: settings.UPLOADER_MAX_OPEN_UPLOADS,
  uploaderMaxReservedBytes: settings.UPLOADER_MAX_RESERVED_BYTES,
  maxInFlight: settings.MAX_UPLOADS_IN_FLIGHT,
  maxInFlightOfUploader: settings.UPLOADER_MAX_OPEN_UPLOADS,
  diskReserveBytes: settings.DISK_RESERVE_BYTES,
  unattachedHours: settings.UNATTACHED_HOURS,
});

export const DEFAULT_LIMITS: MediaLimits = limitsOf(z.object(limitSettings).parse({}));
