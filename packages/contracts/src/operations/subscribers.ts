import { z } from 'zod';
import { ATTRIBUTION_REASONS } from '../attribution.ts';
import { money } from '../commissions.ts';
import { CONTRACT_REQUEST_KINDS, CONTRACT_REQUEST_OUTCOMES } from '../contract-requests.ts';
import { FORBIDDEN_CHARACTERS, id } from '../fields.ts';
import { operation } from '../operation.ts';
import { PAYMENT_KINDS } from '../payments.ts';
import { DISCREPANCIES, fraudFlag, STORED_EVENTS, VERDICTS } from './postbacks.ts';
import { byId } from './shapes.ts';

const instant = z.iso.datetime();
const cents = z.number().int();

/** States of a subscription in the administrator's list; `pending` includes people who have not opened a payment link. */
export const LISTED_STATES = ['pending', 'active', 'grace', 'cancelled', 'expired', 'revoked'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** Creates the schema of one line of text in a query, which cannot be null. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, 'Texte trop long')
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, FORBIDDEN_CHARACTERS);

const subscriberListQuery = z.object({
  /** Part of the address or the name. */
  search: line(200).default(''),
  state: z.enum(LISTED_STATES, 'État inconnu').optional(),
  /** Id of the attributed affiliate; `none`: without an affiliate. */
  affiliate: z.union([z.literal('none'), id]).optional(),
  /** Current or former slug of the registration's model. */
  model: line(100).optional(),
  /** `next` of the previous page. */
  before: z.uuid('Suite invalide').optional(),
});
export type SubscriberListQuery = z.output<typeof subscriberListQuery>;

const listedSubscriber = z.object({
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(LISTED_STATES),
  paid_until: instant.nullable(),
  model_slug: z.string(),
  affiliate_slug: z.string().nullable(),
  /** null for registrations before this was recorded. */
  registered_at: instant.nullable(),
  /** Payments minus refunds, in the offer's currency. */
  paid_cents: cents,
  currency: z.string(),
  /** Sums in other currencies; absent when there are none. */
  other_paid: z.array(money).optional(),
});
export type ListedSubscriber = z.output<typeof listedSubscriber>;
const subscriberList = z.object({ subscribers: z.array(listedSubscriber), next: z.string().nullable() });
export type SubscriberList = z.output<typeof subscriberList>;

export const listSubscribers = operation({
  id: 'listSubscribers',
  service: 'billing',
  method: 'GET',
  path: '/api/subscribers',
  roles: ['administrator'],
  summary: 'Subscribers with the state of their subscription, the newest registration first',
  query: subscriberListQuery,
  response: subscriberList,
  errors: ['VALIDATION_FAILED'],
});

/**
 * States of a subscriber's access to Telegram (docs/domain.md#telegram): a personal invite that is not requested yet, being created,
 * unused or used; a member being removed; a permanent link to a group or an account; none.
 */
const TELEGRAM_STATES = [
  'not-requested',
  'pending',
  'invited',
  'joined',
  'leaving',
  'group-link',
  'contact-link',
  'none',
] as const;
export type TelegramState = (typeof TELEGRAM_STATES)[number];

/** Days after which an order that its partner accepted may be repeated, where no postback has shown its effect. */
export const UNCONFIRMED_ORDER_DAYS = 7;
/**
 * `open`: not carried out yet; `done`: by the partner; `unconfirmed`: the same, UNCONFIRMED_ORDER_DAYS ago without a refund;
 * `rejected`: by the partner, permanently.
 */
export const REFUND_ORDER_STATES = ['open', 'done', 'unconfirmed', 'rejected'] as const;

const refundOrder = z.object({
  id,
  /** Payment to refund. */
  entry_id: id,
  transaction_id: z.string(),
  state: z.enum(REFUND_ORDER_STATES),
  ordered_at: instant,
});
export type RefundOrder = z.output<typeof refundOrder>;

/** Remaining part of a payment, and the effect of refunding it. */
const refundable = z.object({
  remaining_cents: cents,
  /** Whether its partner takes orders; else the refund is made in the partner's own interface. */
  is_orderable: z.boolean(),
  /** End of what is paid after the refund; null where no access remains. */
  paid_until: instant.nullable(),
  /** Whether the partner may still charge for its contract. */
  is_contract_open: z.boolean(),
});
export type Refundable = z.output<typeof refundable>;

const movement = { id, amount_cents: cents.nullable(), currency: z.string(), transaction_id: z.string() };
const subscriberBilling = z.object({
  subscriber: listedSubscriber,
  attribution_reason: z.enum(ATTRIBUTION_REASONS).nullable(),
  next_charge: z.object({ at: instant, amount_cents: cents, currency: z.string() }).nullable(),
  /** Opened payment links. */
  checkouts: z.array(z.object({ number: z.string(), opened_at: instant, model_slug: z.string() })),
  entries: z.array(
    z.object({
      ...movement,
      kind: z.enum([...PAYMENT_KINDS, 'cancellation', 'withdrawal', 'fee']),
      occurred_at: instant,
      /** Only of payments of which something remains; absent in older responses. */
      refundable: refundable.optional(),
    }),
  ),
  /** Absent in older responses. */
  refund_orders: z.array(refundOrder).optional(),
  /** Without link and member; absent in older responses. */
  telegram: z
    .object({
      state: z.enum(TELEGRAM_STATES),
      /** End of an unused invite. */
      expires_at: instant.nullable(),
    })
    .optional(),
  /** The latest TIMELINE_ROWS postbacks. */
  postbacks: z.array(
    z.object({
      ...movement,
      event: z.enum(STORED_EVENTS),
      verdict: z.enum(VERDICTS),
      received_at: instant,
      /** Absent in older responses. */
      flags: z.array(fraudFlag).optional(),
      /** Absent in older responses. */
      discrepancies: z.array(z.enum(DISCREPANCIES)).optional(),
      /** Absent in older responses. */
      reviewed_at: instant.nullable().optional(),
    }),
  ),
  contract_requests: z.array(
    z.object({
      reference: z.string(),
      kind: z.enum(CONTRACT_REQUEST_KINDS),
      outcome: z.enum(CONTRACT_REQUEST_OUTCOMES),
      received_at: instant,
      effective_at: instant.nullable(),
    }),
  ),
});
export type SubscriberBilling = z.output<typeof subscriberBilling>;

export const getSubscriberBilling = operation({
  id: 'getSubscriberBilling',
  service: 'billing',
  method: 'GET',
  path: '/api/subscribers/:id',
  roles: ['administrator'],
  summary:
    'What billing has recorded of a subscriber: checkouts, ledger, postbacks, requests, orders of refunds, Telegram and the next charge',
  params: byId,
  response: subscriberBilling,
  errors: ['VALIDATION_FAILED', 'SUBSCRIBER_NOT_FOUND'],
});

export const orderRefund = operation({
  id: 'orderRefund',
  service: 'billing',
  method: 'POST',
  path: '/api/subscribers/:id/refunds',
  roles: ['administrator'],
  recentLogin: true,
  status: 201,
  idempotent: true,
  summary: 'Orders the refund of what remains of a payment; it enters the ledger by the partner’s postback',
  params: byId,
  body: z.object({
    /** Payment in the ledger. */
    entry_id: id,
  }),
  response: refundOrder,
  errors: [
    'VALIDATION_FAILED',
    'SUBSCRIBER_NOT_FOUND',
    'PAYMENT_NOT_FOUND',
    'PAYMENT_REFUNDED',
    'REFUND_ORDERED',
    'REFUND_AT_PARTNER',
  ],
});

const subscriberCommissions = z.object({
  /** Whether the registration or a payment is credited to an affiliate. */
  is_credited: z.boolean(),
  /** Commissions less clawbacks, by currency. */
  earned: z.array(money),
});
export type SubscriberCommissions = z.output<typeof subscriberCommissions>;

export const getSubscriberCommissions = operation({
  id: 'getSubscriberCommissions',
  service: 'affiliate',
  method: 'GET',
  path: '/api/payouts/subscribers/:id',
  roles: ['administrator'],
  summary: 'What affiliates have earned from one subscriber: commissions less clawbacks',
  params: byId,
  response: subscriberCommissions,
  errors: ['VALIDATION_FAILED', 'SUBSCRIBER_NOT_FOUND'],
});

const subscriberAccount = z.object({
  registered_at: instant,
  attribution: z.object({ affiliate_slug: z.string().nullable(), reason: z.enum(ATTRIBUTION_REASONS) }).nullable(),
  /** The latest TIMELINE_ROWS mails; a queued mail has no `sent_at`. */
  mails: z.array(z.object({ id, kind: z.string(), label: z.string(), at: instant, is_sent: z.boolean() })),
});
export type SubscriberAccount = z.output<typeof subscriberAccount>;

export const getSubscriberAccount = operation({
  id: 'getSubscriberAccount',
  service: 'identity',
  method: 'GET',
  path: '/api/admin/subscribers/:id',
  roles: ['administrator'],
  summary: 'What identity has recorded of a subscriber: registration, attribution and mails',
  params: byId,
  response: subscriberAccount,
  errors: ['VALIDATION_FAILED', 'SUBSCRIBER_NOT_FOUND'],
});
