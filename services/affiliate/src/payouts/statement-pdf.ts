import { formatPrice } from 'contracts/offer';
import type { StatementTable } from 'contracts/statement-table';
import type { Response } from 'express';
import PDFDocument from 'pdfkit';
import { FALLBACK_FONT, printableByFallback } from 'service-kit/fallback-font';

/** Lengths are in points of 1/72 inch, on A4 (595 by 842). */
const MARGIN = 48;
const LINE_HEIGHT = 18;
const BOTTOM = 842 - MARGIN - LINE_HEIGHT;
const WIDTH = 595 - 2 * MARGIN;
const FACT_WIDTH = 90;
const COLUMNS = [
  { left: 0, width: 62, align: 'left' },
  { left: 66, width: 110, align: 'left' },
  { left: 180, width: 110, align: 'left' },
  { left: 294, width: 75, align: 'right' },
  { left: 373, width: 50, align: 'right' },
  { left: 427, width: 72, align: 'right' },
] as const;

/** PDF's standard fonts only contain the characters of Windows-1252 (PDF 1.7, annex D). */
const UNKNOWN_CHARACTER = /[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;
/** Windows-1252 codes by character, in the notation of PDF strings (PDF 1.7, 7.3.4.2). */
const CODES = new Map(
  Array.from({ length: 256 }, (_, code) => {
    const character = new TextDecoder('windows-1252').decode(Uint8Array.of(code));
    return [character, ('()\\'.includes(character) ? '\\' : '') + String.fromCharCode(code)];
  }),
);
const literalOf = (text: string): string => `(${Array.from(text, (character) => CODES.get(character)).join('')})`;
/** Name of the embedded font. */
const FALLBACK = 'fallback';
/** Cap height of both fonts relative to their size (Adobe Core 14 metrics). */
const ASCENT = 0.718;

/**
 * Renders a statement as PDF with standard fonts, which are not embedded; a text with other characters in an embedded one.
 * @param isCompressed false in tests, to read the texts
 */
export const statementPdf = async (
  { title, facts, columns, rows, sums }: StatementTable,
  { siteTitle, isCompressed = true }: { siteTitle: string; isCompressed?: boolean },
): Promise<Buffer> => {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    compress: isCompressed,
    lang: 'fr-FR',
    info: { Title: title, Author: siteTitle },
  });
  document.registerFont(FALLBACK, FALLBACK_FONT);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    document.once('end', resolve);
    document.once('error', reject);
  });

  let top = MARGIN;
  let face = '';
  let size = 0;
  const font = (isBold: boolean, points: number) => {
    face = isBold ? 'Helvetica-Bold' : 'Helvetica';
    size = points;
    document.font(face).fontSize(size);
  };
  /** Measured texts by text and font: most texts of a long statement occur in several lines. */
  const measured = new Map<string, { text: string; width: number; literal: string }>();
  const measure = (text: string) => {
    const key = `${face} ${size} ${text}`;
    const cachedText = measured.get(key);
    if (cachedText) return cachedText;
    const measuredText = { text, width: document.widthOfString(text), literal: literalOf(text) };
    measured.set(key, measuredText);
    return measuredText;
  };
  /** pdfkit's names of the fonts. */
  const names = new Map<string, string>();
  const fontsOfPage = () => document.page.fonts as Record<string, unknown>;
  const writeByFallback = (text: string, left: number, width: number, align: 'left' | 'right') => {
    document.font(FALLBACK).fontSize(size);
    document.text(printableByFallback(text), MARGIN + left, top + ASCENT * size, {
      baseline: 'alphabetic',
      lineBreak: false,
      width,
      align,
      height: LINE_HEIGHT,
      ellipsis: true,
    });
    document.font(face).fontSize(size);
  };
  const write = (given: string, left: number, width: number, align: 'left' | 'right' = 'left') => {
    const composed = given.normalize('NFC');
    if (UNKNOWN_CHARACTER.test(composed)) return writeByFallback(composed, left, width, align);
    const { text, width: needed, literal } = measure(composed);
    if (text === '') return;
    const room = width - needed;
    const x = MARGIN + left + (align === 'right' ? Math.max(0, room) : 0);
    const baseline = top + ASCENT * size;
    const name = names.get(face);
    if (room >= 0 && name && name in fontsOfPage()) {
      // Places the text directly (PDF 1.7, 9.4): pdfkit would kern each text, which takes half a second for a long statement.
      // pdfkit's coordinates begin at the top of the page, so the text matrix mirrors the text.
      document.addContent(`BT /${name} ${size} Tf 1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)} Tm ${literal} Tj ET`);
      return;
    }
    const before = Object.keys(fontsOfPage());
    document.text(text, x, baseline, {
      baseline: 'alphabetic',
      lineBreak: false,
      ...(room < 0 && { width, align, height: LINE_HEIGHT, ellipsis: true }),
    });
    names.set(face, name ?? Object.keys(fontsOfPage()).find((known) => !before.includes(known)) ?? '');
  };
  const rule = () =>
    document
      .moveTo(MARGIN, top - 4)
      .lineTo(MARGIN + WIDTH, top - 4)
      .lineWidth(0.5)
      .stroke();
  const writeRow = (cells: readonly string[]) => {
    cells.forEach((cell, index) => {
      const column = COLUMNS[index];
      if (column) write(cell, column.left, column.width, column.align);
    });
    top += LINE_HEIGHT;
  };
  const writeHead = () => {
    font(true, 9);
    writeRow(columns);
    rule();
    font(false, 9);
  };
  const turnPage = () => {
    document.addPage();
    top = MARGIN;
  };

  font(false, 10);
  write(siteTitle, 0, WIDTH);
  top += LINE_HEIGHT;
  font(true, 16);
  write(title, 0, WIDTH);
  top += 2 * LINE_HEIGHT;
  for (const [label, text] of facts) {
    font(true, 10);
    write(label, 0, FACT_WIDTH);
    font(false, 10);
    write(text, FACT_WIDTH, WIDTH - FACT_WIDTH);
    top += LINE_HEIGHT;
  }
  top += LINE_HEIGHT;
  writeHead();
  for (const { day, operation, model, base, rate, amount } of rows) {
    if (top > BOTTOM) {
      turnPage();
      writeHead();
    }
    writeRow([
      day,
      operation,
      model,
      formatPrice(base.cents, base.currency),
      rate,
      formatPrice(amount.cents, amount.currency),
    ]);
  }
  if (top + sums.length * LINE_HEIGHT > BOTTOM) turnPage();
  top += LINE_HEIGHT / 2;
  rule();
  font(true, 10);
  for (const { label, amount } of sums) {
    // The label is wider than the date column.
    write(label, 0, WIDTH / 2);
    writeRow(['', '', '', '', '', formatPrice(amount.cents, amount.currency)]);
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
};

/** Sends a document as a file. @param name without its extension; letters, digits and hyphens */
export const sendPdf = (response: Response, name: string, pdf: Buffer): void => {
  response
    .set({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}.pdf"`,
      'cache-control': 'no-store',
    })
    .send(pdf);
};
