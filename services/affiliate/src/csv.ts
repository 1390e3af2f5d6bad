import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Response } from 'express';

/** `cents`: an amount, always with its two decimals. */
export type Cell = string | number | Date | { cents: number } | null;

/** Sweden writes instants as every spreadsheet reads them: 2026-03-10 11:00:00. */
const inParis = new Intl.DateTimeFormat('sv-SE', { timeZone: LIVE_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** Spreadsheets take these for the beginning of a formula, in full width too (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A number with a decimal comma, an instant as the clock in Paris showed it; text as it is, disarmed where a spreadsheet would calculate it. */
const cellText = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return inParis.format(cell);
  if (typeof cell === 'object') return (cell.cents / 100).toFixed(2).replace('.', ',');
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  return FORMULA.test(cell) ? `'${cell}` : cell;
};
const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table as CSV as French spreadsheets open it: semicolons (the comma is for decimals), quotes as of RFC 4180, the mark by which they know UTF-8. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map((cell) => quoted(cellText(cell))).join(';')}\r\n`).join('')}`;

/** Sends a table as a file. @param name without its ending; letters, digits and hyphens */
export const sendCsv = (response: Response, name: string, rows: readonly (readonly Cell[])[]): void => {
  response
    .set({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    })
    .send(toCsv(rows));
};
