import PDFDocument from 'pdfkit';
import { FALLBACK_FONT, printableByFallback } from 'service-kit/fallback-font';
import { FONTS } from './receipt-assets.ts';
import type { Fact, Receipt } from './receipt.ts';

/** Lengths are in points; an A4 sheet is 595 wide. */
const MARGIN = 56;
const WIDTH = 595 - 2 * MARGIN;
const GAP = 24;
const INK = '#21141f';
const SOFT = '#655462';
const LINE = '#d3c4b4';
const WARNING = '#8a4a06';
const TEXT_SIZE = 10.5;
const LINE_GAP = 3;

/** Texts that both fonts of the brand can print; the others, such as Greek and Cyrillic names, take the fallback. */
const OF_BRAND =
  /^[\u0020-\u007e\u00a0-\u00a3\u00a5\u00a7-\u00ab\u00ae-\u00b0\u00b4\u00b6-\u00b8\u00ba\u00bb\u00bf-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b–—‘’“”•…€™]*$/u;
const FALLBACK = 'fallback';

type Document = InstanceType<typeof PDFDocument>;
type Tag = 'H1' | 'H2' | 'P';

/** Draws the parts of a receipt from top to bottom, and tags each for screen readers (PDF/UA). */
const createPen = (document: Document) => {
  const root = document.struct('Document');
  document.addStructure(root);
  const tagged = (tag: Tag, draw: () => void): void => {
    root.add(document.struct(tag, {}, draw));
  };
  const skip = (points: number): void => {
    document.y += points;
  };
  const text = (
    value: string,
    {
      tag = 'P',
      font = 'text',
      size = TEXT_SIZE,
      color = INK,
    }: { tag?: Tag; font?: keyof typeof FONTS; size?: number; color?: string } = {},
  ): void =>
    tagged(tag, () => {
      document.font(font).fontSize(size).fillColor(color).text(value, MARGIN, document.y, { width: WIDTH });
    });
  /** Draws terms in one column and values in the next; the row is as high as the taller of both. */
  const facts = (list: readonly Fact[], valueSize = TEXT_SIZE, valueFont: keyof typeof FONTS = 'strong'): void => {
    const termWidth = 150;
    for (const { term, value, isMissing } of list) {
      const top = document.y;
      tagged('P', () => {
        document.font('text').fontSize(TEXT_SIZE).fillColor(SOFT);
        // Aligns the term with the baseline of a larger value.
        document.text(term, MARGIN, top + (valueSize - TEXT_SIZE) * 0.85, {
          width: termWidth - GAP / 2,
          lineGap: LINE_GAP,
        });
        const bottom = document.y;
        const isOfBrand = OF_BRAND.test(value);
        document
          .font(isOfBrand ? valueFont : FALLBACK)
          .fontSize(valueSize)
          .fillColor(isMissing ? WARNING : INK);
        document.text(isOfBrand ? value : printableByFallback(value), MARGIN + termWidth, top, {
          width: WIDTH - termWidth,
          lineGap: LINE_GAP,
        });
        document.y = Math.max(bottom, document.y);
      });
      skip(4);
    }
  };
  const rule = (): void => {
    const { y } = document;
    document.markContent('Artifact', { type: 'Layout' });
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(1)
      .dash(4, { space: 4 })
      .strokeColor(LINE)
      .stroke();
    document.undash();
    document.endMarkedContent();
  };
  return { text, facts, rule, skip, end: () => root.end() };
};

/** Renders a receipt as a one-page PDF with embedded brand fonts. */
export const receiptPdf = (receipt: Receipt): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const { number, paidAt, siteTitle, seller, buyer, facts, total, after } = receipt;
    const document = new PDFDocument({
      size: 'A4',
      margin: MARGIN,
      lang: 'fr-FR',
      tagged: true,
      displayTitle: true,
      pdfVersion: '1.7',
      // A fixed date makes the file of a payment in the same state identical.
      info: { Title: `Reçu ${number} - ${siteTitle}`, Author: siteTitle, CreationDate: paidAt },
    });
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
    for (const [name, font] of Object.entries(FONTS)) document.registerFont(name, font);
    document.registerFont(FALLBACK, FALLBACK_FONT);

    const pen = createPen(document);
    pen.text(siteTitle, { font: 'title', size: 22 });
    pen.skip(GAP);
    pen.text('Reçu', { tag: 'H1', font: 'title', size: 40 });
    pen.skip(GAP / 2);
    pen.facts(facts);
    pen.skip(GAP / 2);
    pen.rule();
    pen.skip(GAP / 2);
    pen.facts([total], 26, 'title');
    pen.skip(GAP / 4);
    pen.rule();
    pen.skip(GAP / 2);
    pen.facts(after);
    for (const [title, list] of [
      ['Vendeur', seller],
      ['Client', buyer],
    ] as const) {
      if (list.length === 0) continue;
      pen.skip(GAP);
      pen.text(title, { tag: 'H2', font: 'strong', size: 12 });
      pen.skip(6);
      pen.facts(list);
    }
    pen.end();
    document.end();
  });
