import { amqpAddress, httpAddress, list, mongoAddress, processSettings, secrets } from 'service-kit/config';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { z } from 'zod';

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
type Config = z.output<typeof config>;

/** The settings of the app. */
export const settingsOf = (config: Config) => ({
  mediaUrlSecrets: config.MEDIA_URL_SECRET,
  paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
});
