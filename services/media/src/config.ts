import { amqpAddress, httpAddress, postgresAddress, processSettings, secret } from 'service-kit/config';
import { z } from 'zod';

const shared = {
  ...processSettings,
  DATABASE_URL: postgresAddress(),
  RABBIT_URL: amqpAddress(),
  /** Folder of the stored files, of uploads on their way and of renditions being made; one file system. */
  STORAGE_DIR: z.string().min(1),
};

/** The server. */
export const config = z.object({
  ...shared,
  IDENTITY_JWKS_URL: httpAddress(),
  AFFILIATE_JWKS_URL: httpAddress(),
  /** Signs addresses of locked renditions; the catalogue has the same. */
  MEDIA_URL_SECRET: secret(),
});

/** The worker neither reads tokens nor signs addresses. */
export const workerConfig = z.object(shared);
