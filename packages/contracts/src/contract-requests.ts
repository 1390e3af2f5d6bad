import { z } from 'zod';
import { addDays, day, parisDay } from './days.ts';
import { email, firstName, lastName, longText } from './fields.ts';

/** Requests that a subscriber may send without logging in: to end the contract, or to withdraw from it (docs/domain.md#end-of-a-contract). */
export const CONTRACT_REQUEST_KINDS = ['cancellation', 'withdrawal'] as const;
export type ContractRequestKind = (typeof CONTRACT_REQUEST_KINDS)[number];

export const REASON_MAX_LENGTH = 1_000;
/** Latest day of a cancellation, counted from today. */
export const CANCELLATION_MAX_DAYS_AHEAD = 366;
/** Days after the beginning of a contract within which it can be withdrawn from (Code de la consommation, L221-18). */
export const WITHDRAWAL_DAYS = 14;

const person = { firstName, lastName, email };

const effectiveDay = day.refine(
  (value) => {
    const today = parisDay(Date.now());
    return value >= today && value <= addDays(today, CANCELLATION_MAX_DAYS_AHEAD);
  },
  { error: 'Choisissez une date entre aujourd’hui et dans un an.' },
);

export const cancellationRequest = z.object({
  ...person,
  /** The day in Paris on which the cancellation takes effect; absent: at once. */
  effectiveDay: effectiveDay.nullish().transform((value) => value ?? null),
  reason: longText(REASON_MAX_LENGTH)
    .optional()
    .transform((value) => value ?? ''),
});
export type CancellationRequest = z.input<typeof cancellationRequest>;
export const withdrawalRequest = z.object(person);
export type WithdrawalRequest = z.input<typeof withdrawalRequest>;

/** Outcomes of a request. The first two change something. */
export const CONTRACT_REQUEST_OUTCOMES = [
  'accepted',
  /** A cancellation of a later day. */
  'scheduled',
  /** The contract had been cancelled or withdrawn from before. */
  'already-ended',
  'no-contract',
  /** A withdrawal after WITHDRAWAL_DAYS. */
  'too-late',
  /** The names are not those of the subscriber of the address. */
  'name-differs',
  'unknown-email',
] as const;
export type ContractRequestOutcome = (typeof CONTRACT_REQUEST_OUTCOMES)[number];

/** Outcomes in `contract.requested`; `overtaken`: on its day, a scheduled cancellation concerned a former contract alone. */
export const ANNOUNCED_OUTCOMES = [...CONTRACT_REQUEST_OUTCOMES, 'overtaken'] as const;
export type AnnouncedOutcome = (typeof ANNOUNCED_OUTCOMES)[number];

/**
 * The receipt of a request. What became of it stands in the mail alone, so that a stranger does not find out who subscribes here, unless the
 * subscriber of that address is logged in.
 */
export const contractReceipt = z.object({
  reference: z.string(),
  /** ISO 8601 */
  receivedAt: z.string(),
  /** null where the caller is not logged in as the subscriber of the address. */
  outcome: z.enum(CONTRACT_REQUEST_OUTCOMES).nullable(),
  /** ISO 8601: end of access; null where it is not known to the caller, or has no date. */
  contractEnd: z.string().nullable(),
});
export type ContractReceipt = z.output<typeof contractReceipt>;
