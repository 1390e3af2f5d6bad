import { z } from 'zod';
import { day } from '../days.ts';
import { operation } from '../operation.ts';
import { PAYMENT_KINDS } from '../payments.ts';
import type { PaymentKind } from '../payments.ts';
import { VERDICTS } from './postbacks.ts';

/** Kinds of transactions that a partner's report lists. */
export const REPORTED_EVENTS = PAYMENT_KINDS;
export type ReportedEvent = PaymentKind;

/** Maximum number of lines of a report; a large partner has several tens of thousands a day. */
export const MAX_REPORT_LINES = 100_000;
/** Maximum length of a report: a hundred characters per line. */
export const MAX_REPORT_CHARACTERS = 100 * MAX_REPORT_LINES;
/** Maximum number of listed differences of each kind; more than that have one cause, and the totals count them. */
export const REPORT_ROWS = 500;
export const REPORT_TOO_LARGE = 'Ce relevé est trop volumineux.';
export const reportRequest = z.object({
  partner: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Partenaire inconnu'),
  /** Day of the report, in Paris. */
  day,
  csv: z.string().min(1, 'Ce fichier est vide.').max(MAX_REPORT_CHARACTERS, REPORT_TOO_LARGE),
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
  /** Number of compared lines. */
  compared: z.number().int(),
  /** Counts of all differences; at most REPORT_ROWS of each kind are listed. */
  totals: z.object({
    missing: z.number().int(),
    surplus: z.number().int(),
    different: z.number().int(),
    unreadable: z.number().int(),
  }),
  /** Lines of the report without a ledger entry, with the verdict of the postback if one arrived. */
  missing: z.array(
    movement.extend({ line: z.number().int(), transaction_id: z.string(), verdict: z.enum(VERDICTS).nullable() }),
  ),
  /** Ledger entries of that day without a line in the report. */
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
  // Leaves room for JSON escapes in each line.
  maxBodyBytes: 1.5 * MAX_REPORT_CHARACTERS,
  response: reportComparison,
  errors: ['VALIDATION_FAILED'],
});
