import { optionalTelegramLink } from 'contracts/fields';
import {
  amqpAddress,
  httpAddress,
  json,
  list,
  oneOrMoreSecrets,
  postgresAddress,
  processSettings,
} from 'service-kit/config';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { z } from 'zod';

/** A partner's name is a part of its postbacks' path, beside which `unmatched` is a call of the administrator. */
const partnerName = z
  .string()
  .regex(/^(?!unmatched$)[a-z0-9-]{1,40}$/, 'names of partners are lower-case letters, digits and hyphens');

export const config = z
  .object({
    ...processSettings,
    DATABASE_URL: postgresAddress(),
    RABBIT_URL: amqpAddress(),
    IDENTITY_JWKS_URL: httpAddress(),
    /** Payment page when neither the model nor an affiliate has one. */
    DEFAULT_OFFER_URL: httpAddress(),
    PAYMENT_HOSTS: list(),
    /** Partner's name -> key of its postbacks, or a list of keys while one replaces another. */
    POSTBACK_KEYS: json(z.record(partnerName, oneOrMoreSecrets(24))),
    DEFAULT_TELEGRAM_LINK: optionalTelegramLink,
    PUBLIC_URL: httpAddress(),
    /** Days of access after the end of what is paid. */
    GRACE_DAYS: z.coerce.number().int().min(0).max(60).default(3),
  })
  .refine(
    ({ NODE_ENV, DEFAULT_OFFER_URL, PAYMENT_HOSTS }) =>
      !DEFAULT_OFFER_URL ||
      !PAYMENT_HOSTS ||
      createPaymentHosts(PAYMENT_HOSTS, NODE_ENV !== 'production').allows(DEFAULT_OFFER_URL),
    {
      path: ['DEFAULT_OFFER_URL'],
      message: 'must lead to one of PAYMENT_HOSTS, by https in production',
      // Also beside other faults, so that one start shows them all.
      when: () => true,
    },
  )
  .refine(
    ({ NODE_ENV, POSTBACK_KEYS }) => NODE_ENV !== 'production' || !POSTBACK_KEYS || !('sandbox' in POSTBACK_KEYS),
    {
      path: ['POSTBACK_KEYS'],
      message: 'the sandbox partner is not for production',
      when: () => true,
    },
  );
type Config = z.output<typeof config>;

/** The settings of the app. */
export const settingsOf = (config: Config) => ({
  payment: {
    defaultOfferUrl: config.DEFAULT_OFFER_URL,
    hosts: config.PAYMENT_HOSTS,
    allowHttp: config.NODE_ENV !== 'production',
  },
  postbackKeys: config.POSTBACK_KEYS,
  defaultTelegramLink: config.DEFAULT_TELEGRAM_LINK,
  publicUrl: config.PUBLIC_URL,
  graceDays: config.GRACE_DAYS,
});
