import { z } from 'zod';
import { email, id } from '../fields.ts';
import { operation } from '../operation.ts';
import { subscription } from '../subscribers.ts';

export const checkPayment = operation({
  id: 'checkPayment',
  service: 'billing',
  method: 'GET',
  path: '/api/auth/check-payment',
  roles: ['subscriber'],
  summary: 'Whether the subscriber has paid',
  answer: z.object({ hasPaid: z.boolean() }),
  errors: [],
});
export const getSubscription = operation({
  id: 'getSubscription',
  service: 'billing',
  method: 'GET',
  path: '/api/subscription',
  roles: ['subscriber'],
  summary: 'The subscription, and the VIP Telegram link when paid',
  answer: subscription,
  errors: [],
});

/** An identifier of the partner's choosing: what we keep of it is one line of text. */
const opaque = z
  .string()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Caractères non autorisés');

/** The partner's postback by keyed GET: its macros as query values (docs/domain.md#postbacks). */
export const postbackQuery = z.object({
  key: z.string().max(200),
  transaction_id: opaque.min(1),
  event: z.enum(['first', 'renewal', 'refund', 'chargeback']).default('first'),
  /** The checkout's reference. */
  sub4: opaque.default(''),
  /** "2.00" in the unit of currency; absent: the offer's price, for a refund the whole payment. */
  amount: z
    .string()
    .regex(/^\d{1,6}([.,]\d{1,2})?$/)
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .default('EUR'),
  /** For refunds and chargebacks: the transaction of the payment that they refund. */
  original_transaction_id: opaque.default(''),
  /** ISO 8601 instant until which the partner was paid; absent: one month. */
  paid_until: z.iso.datetime({ offset: true }).optional(),
  /** ISO 8601 instant of the transaction; absent, or in the future: the arrival. */
  occurred_at: z.iso.datetime({ offset: true }).optional(),
});
export type PostbackQuery = z.output<typeof postbackQuery>;
export const VERDICTS = ['recorded', 'duplicate', 'unmatched', 'ignored'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What of a postback differs: a payment from the offer, a refund from its payment. */
export const DISCREPANCIES = ['amount', 'currency'] as const;
export type Discrepancy = (typeof DISCREPANCIES)[number];

export const receivePostback = operation({
  id: 'receivePostback',
  service: 'billing',
  method: 'GET',
  path: '/api/postbacks/:partner',
  summary: 'The payment partner’s keyed notification; repeated ones change nothing',
  params: z.object({ partner: z.string().max(40) }),
  query: postbackQuery,
  answer: z.object({ ok: z.literal(true), verdict: z.enum(VERDICTS) }),
  errors: ['VALIDATION_FAILED', 'POSTBACK_REFUSED'],
});
export const listUnmatchedPostbacks = operation({
  id: 'listUnmatchedPostbacks',
  service: 'billing',
  method: 'GET',
  path: '/api/postbacks/unmatched',
  roles: ['administrator'],
  summary: 'Notifications that no checkout explains',
  answer: z.array(
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
  errors: [],
});
export const reconcilePostback = operation({
  id: 'reconcilePostback',
  service: 'billing',
  method: 'POST',
  path: '/api/postbacks/:id/reconcile',
  roles: ['administrator'],
  summary: 'Gives an unmatched notification to a subscriber',
  params: z.object({ id }),
  body: z.object({ email }),
  answer: z.object({ ok: z.literal(true), verdict: z.enum(VERDICTS) }),
  errors: ['VALIDATION_FAILED', 'POSTBACK_NOT_FOUND', 'SUBSCRIBER_NOT_FOUND'],
});

/** GET /redirect/payment?affiliate= answers a redirect or a page, not JSON: its path stands here for whoever links to it. */
export const PAYMENT_REDIRECT_PATH = '/redirect/payment';
/** The link of "PAYER DEUX EUROS": a model's slug, an affiliate's slug or "default" (section 2). */
export const paymentRedirect = (affiliate: string): string =>
  `${PAYMENT_REDIRECT_PATH}?affiliate=${encodeURIComponent(affiliate)}`;
