import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Response } from 'express';

/** Cell of a table. `cents`: an amount, always with two decimals. */
export type Cell = string | number | Date | { cents: number } | null;

/** The Swedish locale formats instants in a form that every spreadsheet reads: 2026-03-10 11:00:00. */
const inParis = new Intl.DateTimeFormat('sv-SE', { timeZone: LIVE_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

/**
 * Characters that start a formula in spreadsheets, also full-width ones (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Formats a cell: decimal commas, instants in Paris, and text, prefixed when a spreadsheet would evaluate it. */
const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return inParis.format(cell);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2).replace('.', ',');
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return FORMULA.test(cell) ? `'${cell}` : cell;
};
const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Formats a table as CSV for French spreadsheets: semicolons (the comma is for decimals), quotes as in RFC 4180, and a byte order
 * mark, by which they detect UTF-8.
 */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(cellText(cell))).join(';')}\r\n`).join('')}`;

/** Sends a table as a file. @param name without its extension; letters, digits and hyphens */
export const sendCsv = (response: Response, name: string, rows: readonly (readonly Cell[])[]): void => {
  response
    .set({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    })
    .send(toCsv(rows));
};
