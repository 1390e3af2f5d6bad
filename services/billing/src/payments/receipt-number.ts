import { parisDay } from 'contracts/days';
import { BASE32 } from '../base32.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/** Hexadecimal digits of an id that become eight of Base32. */
const DIGITS = 10;

/** R-2026-11-21-7F3K9QXA: the day in Paris of a payment, and the beginning of its entry's id, so that it never changes. */
export const receiptNumberOf = ({ id, occurredAt }: Pick<LedgerEntry, 'id' | 'occurredAt'>): string => {
  const beginning = Number.parseInt(id.replaceAll('-', '').slice(0, DIGITS), 16);
  const digits = beginning.toString(BASE32.length).padStart(8, '0');
  return `R-${parisDay(occurredAt)}-${[...digits].map((digit) => BASE32[Number.parseInt(digit, BASE32.length)]).join('')}`;
};
