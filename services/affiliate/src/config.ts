import { commissionTerms, DEFAULT_COMMISSION_TERMS } from 'contracts/commissions';
import { amqpAddress, httpAddress, json, list, processSettings } from 'service-kit/config';
import { databaseSettings } from 'service-kit/database-settings';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { signingKeys } from 'service-kit/tokens';
import { z } from 'zod';

export const config = z
  .object({
    ...processSettings,
    ...databaseSettings,
    RABBIT_URL: amqpAddress(),
    /** Private Ed25519 JWK, or a JWK Set whose first key signs. */
    SIGNING_KEY: json(signingKeys),
    /** URL of identity's key set, fetched without the gateway. */
    IDENTITY_JWKS_URL: httpAddress(),
    CATALOGUE_URL: httpAddress(),
    /** Address of the site: passkeys are bound to its host. */
    PUBLIC_URL: httpAddress(),
    SITE_TITLE: z.string().min(1).default('Coulisses'),
    /** Terms, as JSON, of affiliates without their own. */
    COMMISSION_TERMS: json(commissionTerms).default(DEFAULT_COMMISSION_TERMS),
    /** Hosts to which visitors may be redirected for payment: host[:port], separated by commas. */
    PAYMENT_HOSTS: list().refine((hosts) => hosts.length > 0, 'must name at least one host'),
    /** host:port of local servers that outgoing postbacks may call over http and on private addresses, separated by commas. */
    PRIVATE_POSTBACK_HOSTS: list().default([]),
  })
  .refine(({ NODE_ENV, PRIVATE_POSTBACK_HOSTS }) => NODE_ENV !== 'production' || PRIVATE_POSTBACK_HOSTS.length === 0, {
    path: ['PRIVATE_POSTBACK_HOSTS'],
    message: 'must be empty in production',
    // Also checked when other settings are invalid, so that one start reports all faults.
    when: () => true,
  });
type Config = z.output<typeof config>;

/** Returns the settings of the app. */
export const settingsOf = (config: Config) => ({
  signingKey: config.SIGNING_KEY,
  identityKeys: new URL(config.IDENTITY_JWKS_URL),
  catalogueUrl: config.CATALOGUE_URL,
  site: { title: config.SITE_TITLE, publicUrl: config.PUBLIC_URL },
  commissionTerms: config.COMMISSION_TERMS,
  privatePostbackHosts: config.PRIVATE_POSTBACK_HOSTS,
  paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
});
