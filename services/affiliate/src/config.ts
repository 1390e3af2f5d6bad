import { amqpAddress, httpAddress, json, list, postgresAddress, processSettings } from 'service-kit/config';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { signingKeys } from 'service-kit/tokens';
import { z } from 'zod';

export const config = z.object({
  ...processSettings,
  DATABASE_URL: postgresAddress(),
  RABBIT_URL: amqpAddress(),
  /** Private Ed25519 JWK, or a JWK Set whose first key signs. */
  SIGNING_KEY: json(signingKeys),
  /** Identity's key set, asked for directly. */
  IDENTITY_JWKS_URL: httpAddress(),
  CATALOGUE_URL: httpAddress(),
  /** The site's address: passkeys are bound to its host. */
  PUBLIC_URL: httpAddress(),
  SITE_TITLE: z.string().min(1).default('Coulisses'),
  /** Hosts to which visitors may be sent to pay: host[:port], separated by commas. */
  PAYMENT_HOSTS: list().refine((hosts) => hosts.length > 0, 'must name at least one host'),
});
type Config = z.output<typeof config>;

/** The settings of the app. */
export const settingsOf = (config: Config) => ({
  signingKey: config.SIGNING_KEY,
  identityKeys: new URL(config.IDENTITY_JWKS_URL),
  catalogueUrl: config.CATALOGUE_URL,
  relyingParty: { url: config.PUBLIC_URL, title: config.SITE_TITLE },
  paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
});
