import { amqpAddress, httpAddress, list, mongoAddress, processSettings, secret } from 'service-kit/config';
import { z } from 'zod';

/** The environment of the catalogue, read by `main.ts` alone. */
export const config = z.object({
  ...processSettings,
  MONGO_URL: mongoAddress(),
  RABBIT_URL: amqpAddress(),
  IDENTITY_JWKS_URL: httpAddress(),
  AFFILIATE_JWKS_URL: httpAddress(),
  /** Shared with media, which checks what is signed here. */
  MEDIA_URL_SECRET: secret(),
  PAYMENT_HOSTS: list(),
});
