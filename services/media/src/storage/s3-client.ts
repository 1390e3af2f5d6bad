import type { S3ClientConfig } from '@aws-sdk/client-s3';
import type { StorageSettings } from '../config.ts';

/** Address of the store, and its access keys. */
export type ObjectStorage = Omit<Extract<StorageSettings, { STORAGE_DRIVER: 's3' }>, 'STORAGE_DRIVER' | 'STORAGE_DIR'>;

/** Silences the client's own logger: errors are thrown, and its output would not be structured. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Time without a byte in either direction after which the store counts as dead, even in the middle of a file. */
const SILENCE_MS = 30_000;

/**
 * The gateway limits the requests for files, and media the uploads: with the client's own limit of 50 connections, as many clients
 * that read slowly would stop all deliveries.
 */
const CONNECTIONS = { maxSockets: Infinity };

/** Returns the configuration shared by all clients of the store; requests that time out are retried twice. */
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
  requestHandler: {
    connectionTimeout: 3_000,
    socketTimeout: silenceMs,
    httpAgent: CONNECTIONS,
    httpsAgent: CONNECTIONS,
  },
  // Some S3-compatible stores send no checksums in responses.
  responseChecksumValidation: 'WHEN_REQUIRED',
});

/** Whether the store reports a missing object or multipart upload. */
export const isMissing = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as { name?: string } | null)?.name ?? '');
