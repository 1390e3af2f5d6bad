import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { StorageSettings } from '../config.ts';

/** Address of the store, with the keys to it. */
export type ObjectStorage = Omit<Extract<StorageSettings, { STORAGE_DRIVER: 's3' }>, 'STORAGE_DRIVER' | 'STORAGE_DIR'>;

/** Whatever goes wrong is thrown; what it writes beside that would stand in no order among the service's lines. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Time without a byte in either direction after which the store has vanished, also in the middle of a file. */
const SILENCE_MS = 30_000;

/** Returns the configuration of any client of the store; what does not respond in time is retried twice. */
export const s3ClientConfig = (
  { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE }: ObjectStorage,
  { endpoint = S3_ENDPOINT, silenceMs = SILENCE_MS }: { endpoint?: string | undefined; silenceMs?: number } = {},
): S3ClientConfig => ({
  endpoint,
  region: S3_REGION,
  forcePathStyle: S3_FORCE_PATH_STYLE,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  maxAttempts: 3,
  logger: SILENT,
  requestHandler: { connectionTimeout: 3_000, socketTimeout: silenceMs },
  // Not every store knows checksums in responses.
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** The store reports that there is no such object, or no such upload any more. */
export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as { name?: string } | null)?.name ?? '');
