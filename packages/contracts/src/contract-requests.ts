import { z } from 'zod';
import { addDays, day, parisDay } from './days.ts';
import { email, firstName, lastName, longText } from './fields.ts';

/**
 * Requests that a subscriber may send without logging in: to cancel the contract, or to withdraw from it
 * (docs/domain.md#end-of-a-contract).
 */
export const CONTRACT_REQUEST_KINDS = ['cancellation', 'withdrawal'] as const;
export type ContractRequestKind = (typeof CONTRACT_REQUEST_KINDS)[number];

export const REASON_MAX_LENGTH = 1_000;
/** Latest effective day of a cancellation, counted from today. */
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
  /** Day in Paris on which the cancellation takes effect; absent: immediately. */
  effectiveDay: effectiveDay.nullish().transform((value) => value ?? null),
  reason: longText(REASON_MAX_LENGTH)
    .optional()
    .transform((value) => value ?? ''),
});
export type CancellationRequest = z.input<typeof cancellationRequest>;
export const withdrawalRequest = z.object(person);
export type WithdrawalRequest = z.input<typeof withdrawalRequest>;

/** Outcomes of a request; only the first two change the contract. */
export const CONTRACT_REQUEST_OUTCOMES = [
  'accepted',
  /** The cancellation takes effect on a later day. */
  'scheduled',
  /** The contract was already cancelled or withdrawn from. */
  'already-ended',
  'no-contract',
  /** The withdrawal came after WITHDRAWAL_DAYS. */
  'too-late',
  /** The names differ from those of the subscriber with this address. */
  'name-differs',
  'unknown-email',
] as const;
export type ContractRequestOutcome = (typeof CONTRACT_REQUEST_OUTCOMES)[number];

/** Outcomes in `contract.requested`; `overtaken`: when a scheduled cancellation fell due, only a former contract was concerned. */
export const ANNOUNCED_OUTCOMES = [...CONTRACT_REQUEST_OUTCOMES, 'overtaken'] as const;
export type AnnouncedOutcome = (typeof ANNOUNCED_OUTCOMES)[number];

/**
 * Receipt of a request. Only the mail states the outcome, so that strangers cannot find out who is a subscriber, unless the caller
 * is logged in as the subscriber of that address.
 */
export const contractReceipt = z.object({
  reference: z.string(),
  /** ISO 8601 */
  receivedAt: z.string(),
  /** null unless the caller is logged in as the subscriber of the address. */
  outcome: z.enum(CONTRACT_REQUEST_OUTCOMES).nullable(),
  /** End of access (ISO 8601); null when it has no date or the caller may not see it. */
  contractEnd: z.string().nullable(),
});
export type ContractReceipt = z.output<typeof contractReceipt>;
