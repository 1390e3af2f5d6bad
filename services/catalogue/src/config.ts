import { amqpAddress, httpAddress, list, mongoAddress, processSettings, secrets } from 'service-kit/config';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { z } from 'zod';

export const config = z.object({
  ...processSettings,
  MONGO_URL: mongoAddress(),
  RABBIT_URL: amqpAddress(),
  IDENTITY_JWKS_URL: httpAddress(),
  AFFILIATE_JWKS_URL: httpAddress(),
  /** Shared with media, which verifies the signatures. */
  MEDIA_URL_SECRET: secrets(),
  PAYMENT_HOSTS: list(),
});
type Config = z.output<typeof config>;

/** Returns the settings of the app. */
export const settingsOf = (config: Config) => ({
  mediaUrlSecrets: config.MEDIA_URL_SECRET,
  paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
});
