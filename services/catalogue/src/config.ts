import { amqpAddress, httpAddress, list, mongoAddress, processSettings, secrets } from 'service-kit/config';
import { z } from 'zod';

/** The environment of the catalogue, read by `main.ts` alone. */
export const config = z.object({
  ...processSettings,
  MONGO_URL: mongoAddress(),
  RABBIT_URL: amqpAddress(),
  IDENTITY_JWKS_URL: httpAddress(),
  AFFILIATE_JWKS_URL: httpAddress(),
  /** The same as media's, which verifies what is signed here. */
  MEDIA_URL_SECRET: secrets(),
  PAYMENT_HOSTS: list(),
});
