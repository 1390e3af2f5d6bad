import { amqpAddress, httpAddress, httpsInProduction, processSettings, secrets } from 'service-kit/config';
import { databaseSettings } from 'service-kit/database-settings';
import { publicBucketSettings, refinePublicBucket } from 'service-kit/public-bucket';
import { z } from 'zod';
import { limitSettings, limitsOf } from './limits.ts';

/** Files in STORAGE_DIR, which every process must share. */
const fileStorage = { STORAGE_DRIVER: z.literal('file').default('file') };

/** Files in a bucket; each process has its own STORAGE_DIR, which may be lost with it. */
const objectStorage = z.object({
  STORAGE_DRIVER: z.literal('s3'),
  S3_ENDPOINT: httpAddress(),
  ...publicBucketSettings,
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),
});

const withStorage = <Settings extends z.ZodRawShape>(settings: Settings) =>
  z.discriminatedUnion('STORAGE_DRIVER', [z.object({ ...settings, ...fileStorage }), objectStorage.extend(settings)]);

/** Folder of stored files (driver `file`), incoming uploads and temporary renditions, on one file system. */
const folder = { STORAGE_DIR: z.string().min(1) };
export type StorageSettings = z.output<ReturnType<typeof withStorage<typeof folder>>>;

const shared = { ...processSettings, ...folder, ...databaseSettings, RABBIT_URL: amqpAddress() };

/** Configuration of the server. */
export const config = withStorage({
  ...shared,
  IDENTITY_JWKS_URL: httpAddress(),
  AFFILIATE_JWKS_URL: httpAddress(),
  /** Signs and verifies addresses of locked renditions; shared with the catalogue. */
  MEDIA_URL_SECRET: secrets(),
  /** Address of the site behind a CDN: public renditions are served there, never through a signed address of the store. */
  MEDIA_PUBLIC_URL: httpAddress()
    .refine((address) => new URL(address).origin === address, 'must be an origin: scheme and host alone')
    .optional(),
  ...limitSettings,
})
  .refine(...httpsInProduction('MEDIA_PUBLIC_URL'))
  .superRefine((settings, context) => {
    if (settings.STORAGE_DRIVER === 's3') refinePublicBucket(settings, context);
  });

type Config = z.output<typeof config>;

/** Returns the settings of the app. */
export const settingsOf = (config: Config) => ({
  mediaUrlSecrets: config.MEDIA_URL_SECRET,
  publicUrl: config.MEDIA_PUBLIC_URL,
  limits: limitsOf(config),
});

/** Configuration of the command that creates missing renditions. */
export const renditionsConfig = withStorage({ ...folder, ...databaseSettings });

/** Configuration of the worker, which neither verifies tokens nor signs addresses. */
export const workerConfig = withStorage(shared);
