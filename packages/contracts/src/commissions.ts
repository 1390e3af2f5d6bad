import { z } from 'zod';
import { day } from './days.ts';
import { FORBIDDEN_CHARACTERS } from './fields.ts';
import { PAYMENT_KINDS } from './payments.ts';

/** Rate of the commission on one payment (docs/domain.md#commissions). */
export const commissionRate = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('percent'),
      /** Hundredths of a percent of the payment. */
      basis_points: z.number('Taux invalide').int('Taux invalide').min(0, 'Taux invalide').max(10_000, 'Taux invalide'),
    }),
    z.object({
      kind: z.literal('fixed'),
      /** Amount in the offer's currency. */
      cents: z
        .number('Montant invalide')
        .int('Montant invalide')
        .min(0, 'Montant invalide')
        .max(100_000, 'Montant invalide'),
    }),
  ],
  'Taux invalide',
);
export type CommissionRate = z.infer<typeof commissionRate>;

/** Limits of accepted terms. */
export const MAX_HOLDING_DAYS = 365;
export const MAX_PAYOUT_MINIMUM_CENTS = 1_000_000;

export const commissionTerms = z.object({
  first: commissionRate,
  renewal: commissionRate,
  holding_days: z
    .number('Nombre de jours invalide')
    .int('Nombre de jours invalide')
    .min(0, 'Nombre de jours invalide')
    .max(MAX_HOLDING_DAYS, 'Nombre de jours invalide'),
  /** Smallest payout, in cents of the payout's currency. */
  minimum_cents: z
    .number('Minimum invalide')
    .int('Minimum invalide')
    .min(0, 'Minimum invalide')
    .max(MAX_PAYOUT_MINIMUM_CENTS, 'Minimum invalide'),
});
export type CommissionTerms = z.infer<typeof commissionTerms>;

/** Terms of the site when none are configured: no commission is owed without an agreement. */
export const DEFAULT_COMMISSION_TERMS: CommissionTerms = {
  first: { kind: 'percent', basis_points: 0 },
  renewal: { kind: 'percent', basis_points: 0 },
  holding_days: 30,
  minimum_cents: 1_000,
};

export const newCommissionTerms = commissionTerms.extend({
  /** Day in Paris at whose beginning the terms take effect; absent: immediately. */
  effective_day: day.nullable().optional(),
});
export type NewCommissionTerms = z.infer<typeof newCommissionTerms>;

const instant = z.iso.datetime();
const cents = z.number().int();
export const money = z.object({ currency: z.string(), cents });
export type Money = z.infer<typeof money>;

/** Affiliate by id; a deleted one has an empty slug. */
const affiliateName = z.object({ id: z.string(), slug: z.string(), name: z.string() });

const datedTerms = z.object({ terms: commissionTerms, effective_from: instant });

/** Terms of one affiliate. */
export const affiliateTerms = z.object({
  affiliate: affiliateName,
  terms: commissionTerms,
  /** Instant since which the terms apply; null: the site's terms. */
  effective_from: instant.nullable(),
  /** Terms with a later start; null when there are none. */
  next: datedTerms.nullable(),
});
export type AffiliateTerms = z.infer<typeof affiliateTerms>;

const balance = {
  currency: z.string(),
  /** Sum of the commissions whose holding period has not passed. */
  held_cents: cents,
  /** Sum of the unpaid commissions whose holding period has passed. */
  due_cents: cents,
  paid_cents: cents,
};
export const commissionBalance = z.object(balance);
export type CommissionBalance = z.infer<typeof commissionBalance>;

/** Balance of one affiliate in one currency. */
export const affiliateBalance = z.object({
  affiliate: affiliateName,
  ...balance,
  /** Part of the due amount in the open batch. */
  in_batch_cents: cents,
  minimum_cents: cents,
  /** Amount for the next batch; 0 below the minimum. */
  payable_cents: cents,
});
export type AffiliateBalance = z.infer<typeof affiliateBalance>;

export const BATCH_STATES = ['open', 'paid', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

const statementSummary = z.object({ id: z.string(), affiliate: affiliateName, ...money.shape });
export const payoutBatch = z.object({
  id: z.string(),
  number: z.number().int(),
  state: z.enum(BATCH_STATES),
  created_at: instant,
  paid_at: instant.nullable(),
  cancelled_at: instant.nullable(),
  /** Reference of the transfer; null before payment. */
  reference: z.string().nullable(),
  totals: z.array(money),
  statements: z.array(statementSummary),
});
export type PayoutBatch = z.infer<typeof payoutBatch>;

/** Page size of batches, and of an affiliate's statements. */
export const PAYOUTS_PAGE_SIZE = 20;
export const payoutBatchQuery = z.object({
  /** Number of the previous page's last batch, from its `Link`. */
  cursor: z.coerce
    .number('Suite invalide')
    .int('Suite invalide')
    .min(1, 'Suite invalide')
    .max(2_147_483_647, 'Suite invalide')
    .optional(),
});

/** New batch with the totals that the screen showed: the request is rejected when they have changed. */
export const newPayoutBatch = z.object({
  totals: z
    .array(
      z.object({
        currency: z.string('Devise invalide').regex(/^[A-Z]{3}$/, 'Devise invalide'),
        cents: z.number('Montant invalide').int('Montant invalide').min(1, 'Montant invalide'),
      }),
      'Montants invalides',
    )
    .max(50, 'Montants invalides'),
});

export const payoutReference = z.object({
  /** Reference of the transfer in the bank's records. */
  reference: z
    .string('Référence manquante')
    .trim()
    .min(1, 'Référence manquante')
    .max(100, 'Référence trop longue')
    .refine((value) => /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u.test(value), FORBIDDEN_CHARACTERS),
});

const statementLine = z.object({
  at: instant,
  kind: z.enum(['commission', 'clawback']),
  cause: z.enum(PAYMENT_KINDS),
  /** Slug of the model through which the payment came; empty when there is none. */
  model: z.string(),
  /** Current name of the model that has or had the slug; empty when there is none. Absent in older responses. */
  model_name: z.string().optional(),
  /** Amount of the payment or refund. */
  base_cents: cents,
  base_currency: z.string(),
  /** Rate of a commission at its first entry; null for other causes. */
  rate: commissionRate.nullable(),
  amount_cents: cents,
});
export type StatementLine = z.infer<typeof statementLine>;

/** Statement of one affiliate in one currency by one batch. */
export const payoutStatement = z.object({
  id: z.string(),
  batch_number: z.number().int(),
  state: z.enum(BATCH_STATES),
  created_at: instant,
  paid_at: instant.nullable(),
  reference: z.string().nullable(),
  affiliate: affiliateName,
  currency: z.string(),
  amount_cents: cents,
  lines: z.array(statementLine),
});
export type PayoutStatement = z.infer<typeof payoutStatement>;

/** Statement in an affiliate's list. */
const paidStatement = z.object({
  id: z.string(),
  batch_number: z.number().int(),
  paid_at: instant,
  reference: z.string(),
  ...money.shape,
});
export type PaidStatement = z.infer<typeof paidStatement>;

/** An affiliate's own commissions. */
export const affiliateEarnings = z.object({
  terms: commissionTerms,
  balances: z.array(commissionBalance),
  /** Page of the paid statements, newest first. */
  statements: z.array(paidStatement),
  /** Value of `before` for the following page; null on the last page. */
  next: z.string().nullable(),
});
export type AffiliateEarnings = z.infer<typeof affiliateEarnings>;
export const earningsQuery = z.object({
  /** `next` of the previous page: the id of its last statement. */
  before: z.uuid('Suite invalide').optional(),
});
