import type { Amount, StatementTable } from 'contracts/statement-table';
import { formatPrice } from 'contracts/offer';
import type { Cell } from '../csv.ts';

/** Formats an amount in the statement's currency as a number, in any other currency as text. */
const cellOf = ({ cents, currency }: Amount, ofStatement: string): Cell =>
  currency === ofStatement ? { cents } : formatPrice(cents, currency);

/** Returns a statement as rows of a spreadsheet: facts, lines and finally the sums. */
export const statementRows = ({ title, facts, columns, rows, sums }: StatementTable): Cell[][] => {
  const currency = sums[0]?.amount.currency ?? '';
  return [
    [title],
    ...facts,
    [],
    columns,
    ...rows.map(({ day, operation, model, base, rate, amount }) => [
      day,
      operation,
      model,
      cellOf(base, currency),
      rate,
      cellOf(amount, currency),
    ]),
    [],
    ...sums.map(({ label, amount }) => [label, '', '', '', '', cellOf(amount, currency)]),
  ];
};
