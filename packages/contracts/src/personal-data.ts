import { z } from 'zod';
import { attribution } from './attribution.ts';
import { CONTRACT_REQUEST_KINDS, CONTRACT_REQUEST_OUTCOMES } from './contract-requests.ts';
import { givenPassword } from './fields.ts';
import { modelNotifications } from './notifications.ts';
import { sessionView } from './sessions.ts';
import { SUBSCRIPTION_STATES, user } from './subscribers.ts';

const instant = z.iso.datetime();

/** A transaction, or the end of a contract. */
const payment = z.object({
  kind: z.string(),
  /** Amount in cents; negative for refunds. */
  amount_cents: z.number().int(),
  currency: z.string(),
  occurred_at: instant,
});
const mark = z.object({ model_id: z.string(), since: instant });

/**
 * Data that each service stores about a subscriber, for the export (docs/domain.md#personal-data). Technical rows without personal
 * data (counters of attempts, hashes of tokens) are left out.
 */
export const PERSONAL_DATA = {
  identity: z.object({
    profile: user,
    /** New address that awaits confirmation. */
    pending_email: z.string().nullable(),
    registered_at: instant,
    model_id: z.string(),
    /** Parameters of the registration's link. */
    tracking: z.object({
      click_id: z.string(),
      affiliate: z.string(),
      partner_affiliate: z.string(),
      pixel_id: z.string(),
    }),
    attribution: attribution.nullable(),
    /** Consent to the reminder of a payment, and its withdrawal. */
    reminder: z.object({ requested_at: instant.nullable(), stopped_at: instant.nullable() }),
    /** Consent to ad conversions, with the data it stores; null when consent was never given. */
    ad_consent: z.object({ granted: z.boolean(), changed_at: instant, user_agent: z.string().nullable() }).nullable(),
    /** Conversions reported to the ad platform or queued for it, with the event's id there. */
    ad_conversions: z.array(
      z.object({ event_id: z.string(), event: z.string(), occurred_at: instant, sent_at: instant.nullable() }),
    ),
    /** Sent mails, without their text. */
    mails: z.array(z.object({ kind: z.string(), sent_at: instant })),
    notifications: z.object({
      /** Host of the push service; the browser knows the full address. */
      devices: z.array(z.object({ device: z.string(), push_service: z.string() })),
      models: z.array(modelNotifications.extend({ model_id: z.string() })),
    }),
    sessions: z.array(sessionView),
  }),
  billing: z.object({
    subscription: z.object({ state: z.enum(SUBSCRIPTION_STATES), paid_until: instant.nullable() }),
    payments: z.array(payment.extend({ transaction_id: z.string(), model_slug: z.string() })),
    /** Opened payment links. */
    checkouts: z.array(z.object({ opened_at: instant, model_slug: z.string() })),
    contract_requests: z.array(
      z.object({
        reference: z.string(),
        kind: z.enum(CONTRACT_REQUEST_KINDS),
        outcome: z.enum(CONTRACT_REQUEST_OUTCOMES),
        reason: z.string(),
        received_at: instant,
        effective_at: instant.nullable(),
      }),
    ),
    /** Personal invite to the site's Telegram chat, and the Telegram user id of the person who joined with it. */
    telegram_invite: z.object({ link: z.string().nullable(), member_id: z.string().nullable() }).nullable(),
  }),
  catalogue: z.object({ likes: z.array(mark), favourites: z.array(mark) }),
  affiliate: z.object({
    registration: z
      .object({
        affiliate_id: z.string().nullable(),
        model_slug: z.string(),
        click_id: z.string(),
        pixel_id: z.string(),
        registered_at: instant,
      })
      .nullable(),
    payments: z.array(payment.extend({ affiliate_id: z.string().nullable(), model_slug: z.string() })),
    /** Notifications about the person to affiliates' own servers. */
    outgoing_postbacks: z.array(
      z.object({ event: z.string(), affiliate_id: z.string(), created_at: instant, delivered_at: instant.nullable() }),
    ),
  }),
  media: z.object({ access_until: instant.nullable() }),
} as const;

export type PersonalDataOf<Service extends keyof typeof PERSONAL_DATA> = z.output<(typeof PERSONAL_DATA)[Service]>;
export const PERSONAL_DATA_SERVICES = Object.keys(PERSONAL_DATA) as (keyof typeof PERSONAL_DATA)[];
/** Returns the path of the export of a service's personal data. */
export const personalDataPath = (service: keyof typeof PERSONAL_DATA) => `/api/account/data/${service}`;

export const accountDeletion = z.object({ password: givenPassword });
