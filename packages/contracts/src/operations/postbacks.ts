import { z } from 'zod';
import { email, FORBIDDEN_CHARACTERS, id } from '../fields.ts';
import { operation } from '../operation.ts';
import { PAYMENT_KINDS } from '../payments.ts';
import { SUBSCRIPTION_STATES } from '../subscribers.ts';
import { TEXTS } from '../texts.ts';
import { byId } from './shapes.ts';

/** Identifier chosen by the partner, stored as one line of text. */
const opaque = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, FORBIDDEN_CHARACTERS);

/** Events of a stored postback; a partial refund is stored as a refund. */
export const STORED_EVENTS = [...PAYMENT_KINDS, 'cancellation', 'decline'] as const;

/** Prefix of the ledger identifier of a transaction's fee. */
export const FEE_PREFIX = 'fee:';
/** Creates the schema of a field that a call may not state: a macro without a value is replaced by nothing, and JSON has null. */
const optionalField = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z
    .union([z.literal(''), schema])
    .nullish()
    .transform((value) => value || undefined)
    .optional();

/** Amount such as "2.00", in the unit of the currency. */
const amount = optionalField(
  z
    .string()
    .regex(/^\d{1,6}([.,]\d{1,2})?$/)
    .meta({ example: '2.00' }),
);
/** Instant as ISO 8601, or in seconds or milliseconds since 1970; a number of either in JSON too. Returns ISO 8601. */
const instant = z
  .union([
    z.literal(['', 0]),
    z.iso.datetime({ offset: true }),
    // Zero is a placeholder too; fewer digits are more likely a date.
    z.string().regex(/^0$|^\d{9,10}$|^\d{12,13}$/),
    z.number().int().min(100_000_000).max(9_999_999_999_999),
  ])
  .nullish()
  .transform((value) => {
    const elapsed = Number(value || Number.NaN);
    if (Number.isNaN(elapsed)) return (value as string) || undefined;
    return new Date(elapsed < 10_000_000_000 ? elapsed * 1_000 : elapsed).toISOString();
  })
  .optional();
const reference = opaque.nullish().transform((value) => value ?? '');

/** Fields of a transaction: the partner's macros in a query, or a signed JSON body (docs/domain.md#postbacks). */
const postbackFields = {
  /** That of a refund, chargeback or cancellation may be its payment's. */
  transaction_id: opaque
    .min(1)
    .refine((value) => !value.startsWith(FEE_PREFIX), `Un identifiant ne commence pas par ${FEE_PREFIX}`),
  /** A partial refund is a refund with a required amount; a decline is a charge that the bank declined. */
  event: z
    .enum(['first', 'renewal', 'refund', 'partial_refund', 'chargeback', 'cancellation', 'decline'])
    .default('first'),
  /** Signed checkout id from the payment link. */
  sub4: reference,
  /** Absent: the offer's price; for a refund, the whole payment. */
  amount,
  /** The partner's fee for the transaction, in the same currency. */
  fee: amount,
  /** Absent: the offer's currency; for a refund, that of its payment. */
  currency: optionalField(
    z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .meta({ example: 'EUR' }),
  ),
  /** Transaction of the payment that is refunded or charged back, or to which a renewal or cancellation belongs. */
  original_transaction_id: reference,
  /**
   * E-mail address of the payer: identifies the subscriber when neither checkout nor transaction does. The partner's rules for
   * addresses are its own: one that no subscriber can have states nothing.
   */
  email: z
    .string()
    .nullish()
    .transform((value) => email.safeParse(value).data ?? ''),
  /** Instant until which the payment is valid; absent: one month. */
  paid_until: instant,
  /** Instant of the transaction; when absent or in the future, the arrival counts. */
  occurred_at: instant,
};
export const postbackQuery = z.object({ key: z.string().max(200), ...postbackFields });
export const postbackBody = z.object(postbackFields);
export type PostbackFields = z.output<typeof postbackBody>;
/** `rejected`: a call that cannot be read; it is stored, and its response is an error. */
export const VERDICTS = ['recorded', 'duplicate', 'unmatched', 'ignored', 'declined', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Received call as the administrator sees it: keys and personal data masked. */
const receivedCall = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ReceivedCall = z.output<typeof receivedCall>;

/** Means of matching a postback to a subscriber, in order of precedence; empty: not matched. */
export const MATCHES = ['checkout', 'transaction', 'email', 'administrator', ''] as const;
export type PostbackMatch = (typeof MATCHES)[number];

/** Differences of a postback: of a payment from the offer, of a refund from its payment. */
export const DISCREPANCIES = ['amount', 'currency'] as const;
export type Discrepancy = (typeof DISCREPANCIES)[number];

/** Reasons to review a payment; they have no other effect (docs/domain.md#fraud-flags). */
export const FRAUD_REASONS = ['velocity', 'self-referral', 'instant-payment', 'known-bot'] as const;
export const fraudFlag = z.object({
  reason: z.enum(FRAUD_REASONS),
  /** Seconds for an instant payment, registrations for velocity; null when there is nothing to count. */
  measured: z.number().int().nullable(),
  threshold: z.number().int().nullable(),
});
export type FraudFlag = z.output<typeof fraudFlag>;

export const receivePostback = operation({
  id: 'receivePostback',
  service: 'billing',
  method: 'GET',
  path: '/api/postbacks/:partner',
  summary: 'The payment partner’s keyed notification; repeated ones change nothing',
  params: z.object({ partner: z.string().max(40) }),
  query: postbackQuery,
  response: z.object({ ok: z.literal(true), verdict: z.enum(VERDICTS) }),
  errors: ['VALIDATION_FAILED', 'POSTBACK_REFUSED'],
});
export const receiveWebhook = operation({
  id: 'receiveWebhook',
  service: 'billing',
  method: 'POST',
  path: '/api/postbacks/:partner',
  summary:
    'The same notification with a signature after Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) instead of a key',
  params: z.object({ partner: z.string().max(40) }),
  body: postbackBody,
  isSigned: true,
  response: z.object({ ok: z.literal(true), verdict: z.enum(VERDICTS) }),
  errors: ['VALIDATION_FAILED', 'INVALID_JSON', 'WEBHOOK_REFUSED'],
});
export const listUnmatchedPostbacks = operation({
  id: 'listUnmatchedPostbacks',
  service: 'billing',
  method: 'GET',
  path: '/api/postbacks/unmatched',
  roles: ['administrator'],
  summary: 'Notifications that no checkout explains, the newest first, in pages',
  query: z.object({
    /** Id of the previous page's last notification, from its `Link`. */
    cursor: z.uuid('Suite invalide').optional(),
  }),
  response: z.array(
    z.object({
      id,
      partner: z.string(),
      transaction_id: z.string(),
      event: z.string(),
      reference: z.string(),
      /** null: a refund of the whole payment. */
      amount_cents: z.number().nullable(),
      currency: z.string(),
      discrepancies: z.array(z.enum(DISCREPANCIES)),
      received_at: z.string(),
    }),
  ),
  errors: ['VALIDATION_FAILED'],
});
/**
 * Filters of the administrator's list: accepted; to review (unmatched, or not yet reviewed and ignored, rejected, flagged or with
 * a discrepancy); or one verdict.
 */
const POSTBACK_FILTERS = ['accepted', 'review', 'unmatched', 'declined', 'duplicate'] as const;
export type PostbackFilter = (typeof POSTBACK_FILTERS)[number];

const postbackListQuery = z.object({
  /** Prefix of a transaction id, an e-mail address, or part of a name. */
  search: opaque.trim().default(''),
  show: z.enum(POSTBACK_FILTERS).optional(),
  /** Only postbacks received within this many days. */
  days: z.coerce.number().int().min(1).max(366).optional(),
  /** Current or former slug of the model of the subscriber's registration. */
  model: opaque.trim().optional(),
  /** `next` of the previous page. */
  before: z.uuid('Suite invalide').optional(),
});
export type PostbackListQuery = z.output<typeof postbackListQuery>;

const storedPostback = z.object({
  id,
  partner: z.string(),
  transaction_id: z.string(),
  original_transaction_id: z.string(),
  /** null: rejected. */
  event: z.enum(STORED_EVENTS).nullable(),
  has_reference: z.boolean(),
  /** Amount in the ledger, negative for refunds; else the stated amount. */
  amount_cents: z.number().nullable(),
  currency: z.string(),
  verdict: z.enum(VERDICTS),
  discrepancies: z.array(z.enum(DISCREPANCIES)),
  matched_by: z.enum(MATCHES),
  received_at: z.iso.datetime(),
  subscriber: z.object({ name: z.string(), email: z.string() }).nullable(),
  model_slug: z.string(),
  affiliate_slug: z.string().nullable(),
  /** null for postbacks of former versions, which did not store the call. */
  call: receivedCall.nullable(),
  /** Fields that made a call rejected; none where its whole body cannot be read. Absent in older responses. */
  unreadable_fields: z.array(z.string()).optional(),
  /** Absent in older responses. */
  flags: z.array(fraudFlag).optional(),
  /** Instant of the administrator's review; null: not reviewed. Absent in older responses. */
  reviewed_at: z.iso.datetime().nullable().optional(),
});
export type StoredPostback = z.output<typeof storedPostback>;

const postbackList = z.object({
  postbacks: z.array(storedPostback),
  next: z.string().nullable(),
  summary: z.object({
    received_30_days: z.number().int(),
    last_received_at: z.iso.datetime().nullable(),
    unmatched: z.number().int(),
  }),
});
export type PostbackList = z.output<typeof postbackList>;

export const listPostbacks = operation({
  id: 'listPostbacks',
  service: 'billing',
  method: 'GET',
  path: '/api/postbacks',
  roles: ['administrator'],
  summary: 'Stored notifications, the newest first, each with its verdict and the call as it came, masked',
  query: postbackListQuery,
  response: postbackList,
  errors: ['VALIDATION_FAILED'],
});
/** Reasons why a subscriber may belong to an unmatched postback, most likely first. */
export const CANDIDATE_REASONS = ['transaction', 'email', 'payment-page', 'renewal-due', 'registration'] as const;
const postbackCandidate = z.object({
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  reason: z.enum(CANDIDATE_REASONS),
  /** Instant of the named transaction, payment page, registration or due renewal; null when only the address matches. */
  at: z.iso.datetime().nullable(),
});
export type PostbackCandidate = z.output<typeof postbackCandidate>;
export const listPostbackCandidates = operation({
  id: 'listPostbackCandidates',
  service: 'billing',
  method: 'GET',
  path: '/api/postbacks/:id/candidates',
  roles: ['administrator'],
  summary: 'Subscribers that an unmatched notification may belong to, the likeliest first, each with the reason',
  params: byId,
  response: z.array(postbackCandidate),
  errors: ['POSTBACK_NOT_FOUND'],
});
/** Subscriber by address or by id, not both. */
const reconcileTarget = z.union([z.strictObject({ email }), z.strictObject({ subscriber_id: id })], TEXTS.emailInvalid);
export type ReconcileTarget = z.output<typeof reconcileTarget>;
export const reconcilePostback = operation({
  id: 'reconcilePostback',
  service: 'billing',
  method: 'POST',
  path: '/api/postbacks/:id/reconcile',
  roles: ['administrator'],
  summary: 'Gives an unmatched notification to a subscriber',
  params: byId,
  body: reconcileTarget,
  response: z.object({ ok: z.literal(true), verdict: z.enum(VERDICTS) }),
  errors: [
    'VALIDATION_FAILED',
    'POSTBACK_NOT_FOUND',
    'POSTBACK_PAYMENT_WAITING',
    'POSTBACK_OTHER_SUBSCRIBER',
    'SUBSCRIBER_NOT_FOUND',
  ],
});

export const replayPostback = operation({
  id: 'replayPostback',
  service: 'billing',
  method: 'POST',
  path: '/api/postbacks/:id/replay',
  roles: ['administrator'],
  summary: 'Matches an unmatched notification again',
  params: byId,
  response: z.object({ ok: z.literal(true), verdict: z.enum(VERDICTS) }),
  errors: ['VALIDATION_FAILED', 'POSTBACK_NOT_FOUND'],
});

export const reviewPostback = operation({
  id: 'reviewPostback',
  service: 'billing',
  method: 'PUT',
  path: '/api/postbacks/:id/review',
  roles: ['administrator'],
  summary:
    'Takes a notification off those to be looked at, or puts it back; an unmatched one stays until it is matched',
  params: byId,
  body: z.strictObject({ reviewed: z.boolean() }),
  response: z.object({ reviewed_at: z.iso.datetime().nullable() }),
  errors: ['VALIDATION_FAILED', 'POSTBACK_NOT_FOUND'],
});
