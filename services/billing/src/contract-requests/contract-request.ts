import { randomBytes } from 'node:crypto';
import { parisDay, addDays } from 'contracts/days';
import { WITHDRAWAL_DAYS } from 'contracts/contract-requests';
import type { ContractRequestKind, ContractRequestOutcome } from 'contracts/contract-requests';
import { BASE32 } from 'service-kit/base32';
import { contractsOf, refundsAmong, standingPayments } from '../ledger/fold-ledger.ts';
import type { FoldedLedger } from '../ledger/fold-ledger.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/** Stored request to end a contract (docs/domain.md#end-of-a-contract). */
export interface ContractRequest {
  id: string;
  /** Public reference, for the subscriber. */
  reference: string;
  kind: ContractRequestKind;
  outcome: ContractRequestOutcome;
  /** null when no subscriber has the address. */
  subscriberId: string | null;
  reason: string;
  receivedAt: Date;
  /** Time at which a scheduled cancellation takes effect; else null. */
  effectiveAt: Date | null;
}

/** Contract to which a request refers. */
export interface Contract {
  folded: FoldedLedger;
  entries: readonly LedgerEntry[];
  /** Whether access has not ended. */
  isOpen: boolean;
}

/**
 * A period that ends on a Saturday, a Sunday or a public holiday ends on the next working day (Code de la consommation, L221-19).
 * Four more days cover this in every year and territory.
 */
const TOLERANCE_DAYS = 4;

const PREFIXES = { cancellation: 'RES', withdrawal: 'RET' } as const satisfies Record<ContractRequestKind, string>;

/** Creates a reference such as RES-2026-11-22-7F3K9QXA: kind and day of the request, and a random part. */
export const newReference = (kind: ContractRequestKind, receivedAt: Date): string =>
  `${PREFIXES[kind]}-${parisDay(receivedAt)}-${[...randomBytes(8)].map((byte) => BASE32[byte % BASE32.length]).join('')}`;

/** Letters that Unicode normalisation does not decompose, by their plain spelling. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};
const letters = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
    .replace(/[œæßøłđðþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

interface Person {
  firstName: string;
  lastName: string;
}
/**
 * Whether two people have the same names, regardless of accents, ligatures, case, hyphens and order, and of the field in which a
 * further first name or a particle stands.
 */
export const hasSameName = (one: Person, other: Person): boolean => {
  const name = letters(one.firstName + one.lastName);
  const [first, last] = [letters(other.firstName), letters(other.lastName)];
  return name === first + last || name === last + first;
};

/**
 * Returns the payments that a withdrawal refunds: those not fully refunded since the start of the earliest contract that is still
 * within the withdrawal period. The payment that started the contract may itself be refunded.
 */
const withdrawable = (entries: readonly LedgerEntry[], now: Date): LedgerEntry[] => {
  const lastDay = ({ occurredAt }: LedgerEntry) => addDays(parisDay(occurredAt), WITHDRAWAL_DAYS + TOLERANCE_DAYS);
  const begun = contractsOf(entries).find(
    (contract) => contract.kind === 'first' && parisDay(now) <= lastDay(contract),
  );
  return begun ? standingPayments(entries).filter(({ occurredAt }) => occurredAt >= begun.occurredAt) : [];
};

/** Returns those payments of which something remains to be refunded: a partner cannot give back nothing. */
export const refundableByWithdrawal = (entries: readonly LedgerEntry[], at: Date): LedgerEntry[] => {
  const { remainingCents } = refundsAmong(entries);
  return withdrawable(entries, at).filter((payment) => remainingCents(payment) > 0);
};

/** Whether a request received at that time concerns the current contract, not an earlier one. */
export const concernsPresent = (entries: readonly LedgerEntry[], receivedAt: Date): boolean => {
  const contract = contractsOf(entries).at(-1);
  return !contract || receivedAt >= contract.occurredAt;
};

/** Returns the outcome of a cancellation by a known subscriber. */
export const cancellationOutcome = (
  { folded, isOpen }: Contract,
  { now, effectiveAt }: { now: Date; effectiveAt: Date | null },
): ContractRequestOutcome => {
  if (folded.kind !== 'paid' || !isOpen) return 'no-contract';
  if (folded.isCancelled) return 'already-ended';
  return effectiveAt && effectiveAt > now ? 'scheduled' : 'accepted';
};

/** Returns the outcome of a withdrawal by a known subscriber. */
export const withdrawalOutcome = ({ folded, entries }: Contract, now: Date): ContractRequestOutcome => {
  if (folded.kind === 'revoked' && entries.some(({ kind }) => kind === 'withdrawal')) return 'already-ended';
  if (folded.kind !== 'paid') return 'no-contract';
  return withdrawable(entries, now).length > 0 ? 'accepted' : 'too-late';
};
