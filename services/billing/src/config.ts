import { optionalTelegramLink } from 'contracts/fields';
import { operatorFacts } from 'contracts/operator';
import { amqpAddress, httpAddress, json, list, oneOrMoreSecrets, processSettings } from 'service-kit/config';
import { databaseSettings } from 'service-kit/database-settings';
import { createPaymentHosts } from 'service-kit/payment-hosts';
import { z } from 'zod';

/**
 * Name of a partner: part of its postbacks' path, so not `unmatched` or `report`, which are calls of the administrator; `site`
 * marks ledger entries of requests on the site.
 */
const partnerName = z
  .string()
  .regex(
    /^(?!(?:unmatched|report|site)$)[a-z0-9-]{1,40}$/,
    'names of partners are lower-case letters, digits and hyphens',
  );

/** 24 to 64 random bytes, the format of Standard Webhooks. */
const webhookSecret = z
  .string()
  .regex(
    /^whsec_(?=[\d+/A-Za-z]{32,86}={0,2}$)(?:[\d+/A-Za-z]{4})*(?:[\d+/A-Za-z]{2}==|[\d+/A-Za-z]{3}=)?$/,
    'must be whsec_ and 24 to 64 bytes in base64',
  );
const oneOrMoreWebhookSecrets = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? [value] : value))
  .pipe(z.array(webhookSecret).min(1).max(2));

export const config = z
  .object({
    ...processSettings,
    ...databaseSettings,
    RABBIT_URL: amqpAddress(),
    IDENTITY_JWKS_URL: httpAddress(),
    /** Payment page when neither the model nor an affiliate has one. */
    DEFAULT_OFFER_URL: httpAddress(),
    PAYMENT_HOSTS: list(),
    /** Postback key by partner, or a list of keys during a rotation. */
    POSTBACK_KEYS: json(z.record(partnerName, oneOrMoreSecrets(24))),
    /** Secret of signed notifications by partner, or a list during a rotation. */
    WEBHOOK_SECRETS: json(z.record(partnerName, oneOrMoreWebhookSecrets)).default({}),
    /** Address of the API by partner, for cancellations and refunds (docs/domain.md#end-of-a-contract). */
    PARTNER_APIS: json(z.record(partnerName, httpAddress())).default({}),
    DEFAULT_TELEGRAM_LINK: optionalTelegramLink,
    /** Token of a bot that administers the site's chat. With token and chat, every paid subscriber gets a personal invite. */
    TELEGRAM_BOT_TOKEN: z
      .string()
      .regex(/^(?:\d{1,20}:[\w-]{20,100})?$/, 'must be a token of a bot')
      .default(''),
    TELEGRAM_CHAT_ID: z
      .string()
      .regex(/^(?:-?\d{1,20})?$/, 'must be the number of a chat')
      .default(''),
    TELEGRAM_API_URL: httpAddress().default('https://api.telegram.org'),
    PUBLIC_URL: httpAddress(),
    SITE_TITLE: z.string().min(1).default('Coulisses'),
    /** Facts about the seller, the same as the shell's; missing ones appear as "à compléter" on receipts. */
    OPERATOR: json(operatorFacts.strict()).default({}),
    /** Days of access after the end of the paid period. */
    GRACE_DAYS: z.coerce.number().int().min(0).max(60).default(3),
    /**
     * Flags payments made less than this many seconds after their payment page was opened; 0: none (docs/domain.md#fraud-flags).
     */
    FRAUD_MIN_PAY_SECONDS: z.coerce.number().int().min(0).max(3_600).default(5),
    /** Flags payments when one affiliate and click had more registrations than this within an hour. */
    FRAUD_MAX_REGISTRATIONS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(50),
  })
  .refine(
    ({ NODE_ENV, DEFAULT_OFFER_URL, PAYMENT_HOSTS }) =>
      !DEFAULT_OFFER_URL ||
      !PAYMENT_HOSTS ||
      createPaymentHosts(PAYMENT_HOSTS, NODE_ENV !== 'production').allows(DEFAULT_OFFER_URL),
    {
      path: ['DEFAULT_OFFER_URL'],
      message: 'must lead to one of PAYMENT_HOSTS, by https in production',
      // Also checked when other settings are invalid, so that one start reports all faults.
      when: () => true,
    },
  )
  .refine(({ TELEGRAM_BOT_TOKEN, TELEGRAM_CHAT_ID }) => (TELEGRAM_BOT_TOKEN === '') === (TELEGRAM_CHAT_ID === ''), {
    path: ['TELEGRAM_CHAT_ID'],
    message: 'TELEGRAM_BOT_TOKEN and TELEGRAM_CHAT_ID belong together',
    when: () => true,
  })
  .refine(
    ({ NODE_ENV, TELEGRAM_API_URL }) =>
      NODE_ENV !== 'production' || !TELEGRAM_API_URL || TELEGRAM_API_URL.startsWith('https:'),
    {
      path: ['TELEGRAM_API_URL'],
      message: 'must be https in production: its address holds the token',
      when: () => true,
    },
  )
  .refine(
    ({ NODE_ENV, PARTNER_APIS = {}, POSTBACK_KEYS = {} }) =>
      Object.entries(PARTNER_APIS).every(
        ([partner, address]) => partner in POSTBACK_KEYS && (NODE_ENV !== 'production' || address.startsWith('https:')),
      ),
    {
      path: ['PARTNER_APIS'],
      message: 'each partner needs its POSTBACK_KEYS, and an address by https in production',
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
  )
  .refine(
    ({ NODE_ENV, WEBHOOK_SECRETS }) => NODE_ENV !== 'production' || !WEBHOOK_SECRETS || !('sandbox' in WEBHOOK_SECRETS),
    {
      path: ['WEBHOOK_SECRETS'],
      message: 'the sandbox partner is not for production',
      when: () => true,
    },
  );
type Config = z.output<typeof config>;

/** Returns the settings of the app. */
export const settingsOf = (config: Config) => ({
  defaultOfferUrl: config.DEFAULT_OFFER_URL,
  paymentHosts: createPaymentHosts(config.PAYMENT_HOSTS, config.NODE_ENV !== 'production'),
  postbackKeys: config.POSTBACK_KEYS,
  webhookSecrets: config.WEBHOOK_SECRETS,
  partnerApis: config.PARTNER_APIS,
  defaultTelegramLink: config.DEFAULT_TELEGRAM_LINK,
  telegramBot: config.TELEGRAM_BOT_TOKEN
    ? { url: config.TELEGRAM_API_URL, token: config.TELEGRAM_BOT_TOKEN, chatId: config.TELEGRAM_CHAT_ID }
    : null,
  publicUrl: config.PUBLIC_URL,
  siteTitle: config.SITE_TITLE,
  operator: config.OPERATOR,
  graceDays: config.GRACE_DAYS,
  fraudThresholds: {
    minPaySeconds: config.FRAUD_MIN_PAY_SECONDS,
    maxRegistrationsPerHour: config.FRAUD_MAX_REGISTRATIONS_PER_HOUR,
  },
});
