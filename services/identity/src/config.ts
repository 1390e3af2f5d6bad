import {
  address,
  amqpAddress,
  flag,
  httpAddress,
  httpsInProduction,
  json,
  list,
  processSettings,
} from 'service-kit/config';
import { databaseSettings } from 'service-kit/database-settings';
import { signingKeys } from 'service-kit/tokens';
import { z } from 'zod';
import { ATTEMPTS, DEVELOPMENT_ATTEMPTS } from './attempts.ts';
import { PUSH_SERVICE, PUSH_SERVICES } from './notifications/push-endpoint.ts';

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

export const config = z
  .object({
    ...processSettings,
    ...databaseSettings,
    RABBIT_URL: amqpAddress(),
    /** Private Ed25519 JWK, or a JWK Set whose first key signs. */
    SIGNING_KEY: json(signingKeys),
    ADMIN_PASSWORD_HASH: z.string().regex(/^\$argon2id\$v=\d+\$/, 'must be an argon2id hash'),
    /** Whether the administrator needs a second factor; default: only in production. */
    ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
    /** Address of the site: the base of links in mails, and its host is bound to passkeys. */
    PUBLIC_URL: httpAddress(),
    SMTP_URL: address('smtp:', 'smtps:'),
    MAIL_FROM_NAME: z.string().min(1),
    MAIL_FROM_EMAIL: z.email('must be an e-mail address'),
    /**
     * Comma-separated domains that the operator has verified: models and affiliates may use their addresses as From. List
     * subdomains separately.
     */
    MAIL_SENDER_DOMAINS: list()
      .pipe(z.array(z.string().toLowerCase().regex(DOMAIN, 'must be a comma list of domains')))
      .default([]),
    /** Private key of Web Push (RFC 8292): 32 bytes, base64url; push messages are disabled without it. */
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be 32 bytes as base64url')
      .optional(),
    /** Comma-separated origins of push services; `*.` matches subdomains. */
    PUSH_SERVICES: list()
      .pipe(z.array(z.string().regex(PUSH_SERVICE, 'must be a comma list of https origins')).min(1))
      .default([...PUSH_SERVICES]),
    /** Access tokens of Meta's Conversions API by pixel of the operator, as JSON; default: no conversions. */
    META_PIXELS: json(z.record(z.string().regex(/^\d{1,20}$/, 'must be numbers of pixels'), z.string().min(1))).default(
      {},
    ),
    META_API_URL: httpAddress().default('https://graph.facebook.com/v25.0'),
    /** Whether the response to a forgotten password contains the reset link. */
    DEVELOPMENT_MODE: flag().default(false),
    SITE_TITLE: z.string().min(1).default('Coulisses'),
  })
  .refine(({ DEVELOPMENT_MODE, NODE_ENV }) => !(DEVELOPMENT_MODE === true && NODE_ENV === 'production'), {
    path: ['DEVELOPMENT_MODE'],
    message: 'would hand reset links to anybody; not in production',
    // Also checked when other settings are invalid, so that one start reports all faults.
    when: () => true,
  })
  .refine(...httpsInProduction('PUSH_SERVICES'))
  .refine(...httpsInProduction('META_API_URL'));
type Config = z.output<typeof config>;

/** Returns the settings of the app. */
export const settingsOf = (config: Config) => ({
  senderDomains: config.MAIL_SENDER_DOMAINS,
  signingKey: config.SIGNING_KEY,
  adminPasswordHash: config.ADMIN_PASSWORD_HASH,
  isAdminSecondFactorRequired:
    (config.ADMIN_SECOND_FACTOR ?? (config.NODE_ENV === 'production' ? 'required' : 'optional')) === 'required',
  site: {
    title: config.SITE_TITLE,
    publicUrl: config.PUBLIC_URL,
    sender: { name: config.MAIL_FROM_NAME, email: config.MAIL_FROM_EMAIL },
  },
  push:
    config.VAPID_PRIVATE_KEY === undefined
      ? null
      : { privateKey: config.VAPID_PRIVATE_KEY, services: config.PUSH_SERVICES },
  meta: { url: config.META_API_URL, pixels: config.META_PIXELS },
  developmentMode: config.DEVELOPMENT_MODE,
  attempts: config.DEVELOPMENT_MODE ? DEVELOPMENT_ATTEMPTS : ATTEMPTS,
});
