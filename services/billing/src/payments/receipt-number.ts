import { parisDay } from 'contracts/days';
import { base32Of } from 'service-kit/base32';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/** Returns a receipt number such as R-2026-11-21-7F3K9QXA, derived from the day and the entry's id, so that it never changes. */
export const receiptNumberOf = ({ id, occurredAt }: Pick<LedgerEntry, 'id' | 'occurredAt'>): string =>
  `R-${parisDay(occurredAt)}-${base32Of(id.replaceAll('-', ''))}`;
