import type { Amount, StatementTable } from 'contracts/statement-table';
import { formatPrice } from 'contracts/offer';
import type { Cell } from '../csv.ts';

/** An amount in the statement's currency is a number, in another one a text. */
const cellOf = ({ cents, currency }: Amount, ofStatement: string): Cell =>
  currency === ofStatement ? { cents } : formatPrice(cents, currency);

/** A statement as the rows of a spreadsheet: facts, lines and, at the end, the sums. */
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
