import { amqpAddress, httpAddress, processSettings, secrets } from 'service-kit/config';
import { databaseSettings } from 'service-kit/database-settings';
import { publicBucketSettings, refinePublicBucket } from 'service-kit/public-bucket';
import { z } from 'zod';
import { limitSettings, limitsOf } from './limits.ts';

/** Files in STORAGE_DIR: every process must see the same folder. */
const fileStorage = { STORAGE_DRIVER: z.literal('file').default('file') };

/** Files in a bucket; STORAGE_DIR is each process's own, and may be lost with it. */
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

/** Folder of the stored files (driver `file`), of uploads on their way and of renditions being made; one file system. */
const folder = { STORAGE_DIR: z.string().min(1) };
export type StorageSettings = z.output<ReturnType<typeof withStorage<typeof folder>>>;

const shared = { ...processSettings, ...folder, ...databaseSettings, RABBIT_URL: amqpAddress() };

/** The server. */
export const config = withStorage({
  ...shared,
  IDENTITY_JWKS_URL: httpAddress(),
  AFFILIATE_JWKS_URL: httpAddress(),
  /** Signs and verifies addresses of locked renditions; the same as the catalogue's. */
  MEDIA_URL_SECRET: secrets(),
  /** The site's address where a CDN is in front of it: public renditions are delivered there, never by a signed address of the store. */
  MEDIA_PUBLIC_URL: httpAddress()
    .refine((address) => new URL(address).origin === address, 'must be an origin: scheme and host alone')
    .optional(),
  ...limitSettings,
}).superRefine((settings, context) => {
  if (settings.STORAGE_DRIVER === 's3') refinePublicBucket(settings, context);
  const { NODE_ENV, MEDIA_PUBLIC_URL } = settings;
  if (NODE_ENV === 'production' && MEDIA_PUBLIC_URL?.startsWith('http:'))
    context.addIssue({ code: 'custom', path: ['MEDIA_PUBLIC_URL'], message: 'must be https in production' });
});

type Config = z.output<typeof config>;

/** The settings of the app. */
export const settingsOf = (config: Config) => ({
  mediaUrlSecrets: config.MEDIA_URL_SECRET,
  publicUrl: config.MEDIA_PUBLIC_URL,
  limits: limitsOf(config),
});

/** The command that makes missing renditions. */
export const renditionsConfig = withStorage({ ...folder, ...databaseSettings });

/** The worker neither reads tokens nor signs addresses. */
export const workerConfig = withStorage(shared);
