import { z } from 'zod';
import { day } from '../days.ts';
import { email, id } from '../fields.ts';
import { operation } from '../operation.ts';
import { subscription, SUBSCRIPTION_STATES } from '../subscribers.ts';
import { TEXTS } from '../texts.ts';

export const checkPayment = operation({
  id: 'checkPayment',
  service: 'billing',
  method: 'GET',
  path: '/api/auth/check-payment',
  roles: ['subscriber'],
  summary: 'Whether the subscriber has paid',
  response: z.object({ hasPaid: z.boolean() }),
  errors: [],
});
export const getSubscription = operation({
  id: 'getSubscription',
  service: 'billing',
  method: 'GET',
  path: '/api/subscription',
  roles: ['subscriber'],
  summary: 'The subscription, and the VIP Telegram link when paid',
  response: subscription,
  errors: [],
});

/** An identifier of the partner's choosing: what we keep of it is one line of text. */
const opaque = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Caractères non autorisés');

/** Begins the identifier under which the fee of a transaction stands in the ledger. */
export const FEE_PREFIX = 'fee:';
/** "2.00" in the unit of currency. */
const amount = z
  .string()
  .regex(/^\d{1,6}([.,]\d{1,2})?$/)
  .meta({ example: '2.00' })
  .optional();

/** Fields of a transaction, by the partner's macros in a query or as a signed JSON body (docs/domain.md#postbacks). */
const postbackFields = {
  transaction_id: opaque
    .min(1)
    .refine((value) => !value.startsWith(FEE_PREFIX), `Un identifiant ne commence pas par ${FEE_PREFIX}`),
  /** A partial refund is a refund whose amount is required; a decline is a charge that the bank refused. */
  event: z
    .enum(['first', 'renewal', 'refund', 'partial_refund', 'chargeback', 'cancellation', 'decline'])
    .default('first'),
  /** The signed checkout of the payment link. */
  sub4: opaque.default(''),
  /** Absent: the offer's price, for a refund the whole payment. */
  amount,
  /** The partner's part of the transaction, in the same currency. */
  fee: amount,
  /** Absent: the offer's, for a refund that of its payment. */
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .meta({ example: 'EUR' })
    .optional(),
  /** The transaction of the payment that a refund or chargeback refunds, or that a renewal or cancellation belongs to. */
  original_transaction_id: opaque.default(''),
  /** The payer's address: finds the subscriber where neither checkout nor transaction does. */
  email: z.union([z.literal(''), email]).default(''),
  /** ISO 8601 instant until which the partner was paid; absent: one month. */
  paid_until: z.iso.datetime({ offset: true }).optional(),
  /** ISO 8601 instant of the transaction; absent, or in the future: the arrival. */
  occurred_at: z.iso.datetime({ offset: true }).optional(),
};
const postbackQuery = z.object({ key: z.string().max(200), ...postbackFields });
export const postbackBody = z.object(postbackFields);
export type PostbackFields = z.output<typeof postbackBody>;
export const VERDICTS = ['recorded', 'duplicate', 'unmatched', 'ignored', 'declined'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A call as it came, for the administrator: keys and personal data masked. */
const receivedCall = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type ReceivedCall = z.output<typeof receivedCall>;

/** Means by which a postback was matched, in the order in which they are tried; empty: nothing yet. */
export const MATCHES = ['checkout', 'transaction', 'email', 'administrator', ''] as const;
export type PostbackMatch = (typeof MATCHES)[number];

/** Values in which a postback differs: a payment from the offer, a refund from its payment. */
export const DISCREPANCIES = ['amount', 'currency'] as const;
export type Discrepancy = (typeof DISCREPANCIES)[number];

/** Why a payment deserves a look; nothing follows from it (docs/domain.md#fraud-flags). */
export const FRAUD_REASONS = ['velocity', 'self-referral', 'instant-payment', 'known-bot'] as const;
export const fraudFlag = z.object({
  reason: z.enum(FRAUD_REASONS),
  /** Seconds of an instant payment, registrations of a velocity; null where there is nothing to count. */
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
    /** Id of the last notification of the previous page, from its `Link`. */
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
/** Filters of the administrator's list: accepted, to review (unmatched; ignored, flagged or with a discrepancy, and not reviewed), or of one verdict. */
const POSTBACK_FILTERS = ['accepted', 'review', 'unmatched', 'declined', 'duplicate'] as const;
export type PostbackFilter = (typeof POSTBACK_FILTERS)[number];

const postbackListQuery = z.object({
  /** The beginning of a transaction, an e-mail address, or a part of a name. */
  search: opaque.trim().default(''),
  show: z.enum(POSTBACK_FILTERS).optional(),
  /** Received within so many days. */
  days: z.coerce.number().int().min(1).max(366).optional(),
  /** `next` of the page before. */
  before: z.uuid('Suite invalide').optional(),
});
export type PostbackListQuery = z.output<typeof postbackListQuery>;

const storedPostback = z.object({
  id,
  partner: z.string(),
  transaction_id: z.string(),
  original_transaction_id: z.string(),
  event: z.enum(['first', 'renewal', 'refund', 'chargeback', 'cancellation', 'decline']),
  has_reference: z.boolean(),
  /** Amount as entered in the ledger, negative for refunds; else as stated. */
  amount_cents: z.number().nullable(),
  currency: z.string(),
  verdict: z.enum(VERDICTS),
  discrepancies: z.array(z.enum(DISCREPANCIES)),
  matched_by: z.enum(MATCHES),
  received_at: z.iso.datetime(),
  subscriber: z.object({ name: z.string(), email: z.string() }).nullable(),
  model_slug: z.string(),
  affiliate_slug: z.string().nullable(),
  /** null: received by a former version. */
  call: receivedCall.nullable(),
  /** Absent in responses of a former version. */
  flags: z.array(fraudFlag).optional(),
  /** Instant of the administrator's review; null: not yet. Absent in responses of a former version. */
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
/** Movements of money that a partner's report lists. */
export const REPORTED_EVENTS = ['first', 'renewal', 'refund', 'chargeback'] as const;
export type ReportedEvent = (typeof REPORTED_EVENTS)[number];

/** Lines of a report, of which a day of a large partner has some tens of thousands. */
export const MAX_REPORT_LINES = 100_000;
/** Characters of a report, a hundred for each line. */
export const MAX_REPORT_CHARACTERS = 100 * MAX_REPORT_LINES;
/** Rows of each kind of difference; more have one cause, and the totals count them. */
export const REPORT_ROWS = 500;
export const reportRequest = z.object({
  partner: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Partenaire inconnu'),
  /** The day of the report in Paris. */
  day,
  csv: z.string().min(1, 'Ce fichier est vide.').max(MAX_REPORT_CHARACTERS, 'Ce relevé est trop volumineux.'),
});
export type ReportRequest = z.output<typeof reportRequest>;

const movement = z.object({
  event: z.enum(REPORTED_EVENTS).nullable(),
  /** Amount without its sign. */
  amount_cents: z.number().int(),
  currency: z.string(),
});
const unreadableLine = z.object({ line: z.number().int(), reason: z.string() });
export type UnreadableLine = z.output<typeof unreadableLine>;
const reportComparison = z.object({
  /** Lines that were compared. */
  compared: z.number().int(),
  /** Counts of all differences; of each kind the first REPORT_ROWS are listed. */
  totals: z.object({
    missing: z.number().int(),
    surplus: z.number().int(),
    different: z.number().int(),
    unreadable: z.number().int(),
  }),
  /** Lines of the report without an entry in the ledger, with the verdict of the postback where it arrived. */
  missing: z.array(
    movement.extend({ line: z.number().int(), transaction_id: z.string(), verdict: z.enum(VERDICTS).nullable() }),
  ),
  /** Entries of that day in the ledger without a line in the report. */
  surplus: z.array(movement.extend({ transaction_id: z.string() })),
  different: z.array(
    z.object({
      line: z.number().int(),
      transaction_id: z.string(),
      differs: z.array(z.enum(['amount', 'currency', 'event'])),
      reported: movement,
      recorded: movement,
    }),
  ),
  unreadable: z.array(unreadableLine),
});
export type ReportComparison = z.output<typeof reportComparison>;

export const comparePostbackReport = operation({
  id: 'comparePostbackReport',
  service: 'billing',
  method: 'POST',
  path: '/api/postbacks/report',
  roles: ['administrator'],
  summary: 'Compares the partner’s daily report (CSV) with the ledger, and changes nothing',
  body: reportRequest,
  // Some characters of each line are escaped in JSON.
  maxBodyBytes: 1.5 * MAX_REPORT_CHARACTERS,
  response: reportComparison,
  errors: ['VALIDATION_FAILED'],
});
/** Why a subscriber may be the one of an unmatched postback, the likeliest first. */
export const CANDIDATE_REASONS = ['transaction', 'email', 'payment-page', 'renewal-due', 'registration'] as const;
const postbackCandidate = z.object({
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(SUBSCRIPTION_STATES),
  reason: z.enum(CANDIDATE_REASONS),
  /** Instant of the named transaction, the opened payment page, the registration or the due renewal; null: the address alone. */
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
  params: z.object({ id }),
  response: z.array(postbackCandidate),
  errors: ['POSTBACK_NOT_FOUND'],
});
/** A subscriber by address or by id: one of the two. */
const reconcileTarget = z.union([z.strictObject({ email }), z.strictObject({ subscriber_id: id })], TEXTS.emailInvalid);
export type ReconcileTarget = z.output<typeof reconcileTarget>;
export const reconcilePostback = operation({
  id: 'reconcilePostback',
  service: 'billing',
  method: 'POST',
  path: '/api/postbacks/:id/reconcile',
  roles: ['administrator'],
  summary: 'Gives an unmatched notification to a subscriber',
  params: z.object({ id }),
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
  params: z.object({ id }),
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
  params: z.object({ id }),
  body: z.strictObject({ reviewed: z.boolean() }),
  response: z.object({ reviewed_at: z.iso.datetime().nullable() }),
  errors: ['VALIDATION_FAILED', 'POSTBACK_NOT_FOUND'],
});

/** GET /redirect/payment?affiliate= responds with a redirect or a page, not JSON: its path stands here for links to it. */
export const PAYMENT_REDIRECT_PATH = '/redirect/payment';
/** The link of "PAYER DEUX EUROS": a model's slug, an affiliate's slug or "default". */
export const paymentRedirect = (affiliate: string): string =>
  `${PAYMENT_REDIRECT_PATH}?affiliate=${encodeURIComponent(affiliate)}`;
