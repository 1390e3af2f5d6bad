import type { PayoutStatement, StatementLine } from 'contracts/commissions';
import { formatPrice } from 'contracts/offer';
import { statementTable } from 'contracts/statement-table';
import fc from 'fast-check';
import PDFDocument from 'pdfkit';
import { textOfPdf } from 'testing/pdf-text';
import { settlePayment } from '../src/commissions/settle-payment.ts';
import type { Movement } from '../src/commissions/settle-payment.ts';
import { toCsv } from '../src/csv.ts';
import { statementRows } from '../src/payouts/statement-csv.ts';
import { statementPdf } from '../src/payouts/statement-pdf.ts';

const AT = Date.parse('2026-03-10T12:00:00Z');
const SITE = { siteTitle: 'Coulisses', isCompressed: false };

const statementOf = (lines: StatementLine[], facts: Partial<PayoutStatement> = {}): PayoutStatement => ({
  id: '00000000-0000-4000-8000-000000000000',
  batch_number: 3,
  state: 'paid',
  created_at: '2026-04-10T12:00:00.000Z',
  paid_at: '2026-04-11T12:00:00.000Z',
  reference: 'VIR-3',
  affiliate: { id: 'a', slug: 'aff-one', name: 'Studio Nord' },
  currency: 'EUR',
  amount_cents: lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  lines,
  ...facts,
});

/**
 * Returns the texts of an uncompressed PDF in the order of writing: each a string (PDF 1.7, 7.3.4.2), or a list of hexadecimal
 * strings and kernings.
 */
const pdfTexts = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ|\(((?:\\.|[^\\()])*)\) Tj/g)].map(
    ([, list, literal]) => {
      const codes =
        list === undefined
          ? Buffer.from((literal ?? '').replace(/\\(.)/g, '$1'), 'latin1')
          : Buffer.from([...list.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join(''), 'hex');
      return new TextDecoder('windows-1252').decode(codes);
    },
  );
/** Parses the cells of a CSV file without quotes and line breaks in cells. */
const csvCells = (csv: string): string[][] =>
  csv
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'));
const centsOf = (text: string): number =>
  Math.round(
    Number(
      text
        .replaceAll('\u00a0', '')
        .replace(/[€A-Z]+$/, '')
        .replace(',', '.'),
    ) * 100,
  );

const history = fc.record({
  payments: fc.array(
    fc.record({
      amountCents: fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: 300_000_000 })),
      basisPoints: fc.nat({ max: 10_000 }),
      refunds: fc.array(fc.nat({ max: 2_000 }), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

/** Returns the lines that the repository reads for the entries of a history. */
const linesOf = ({
  payments,
}: {
  payments: { amountCents: number; basisPoints: number; refunds: number[] }[];
}): StatementLine[] =>
  payments.flatMap(({ amountCents, basisPoints, refunds }, index) => {
    const payment: Movement = {
      id: `p${index}`,
      affiliateId: 'a',
      kind: index === 0 ? 'first' : 'renewal',
      amountCents,
      currency: 'EUR',
      recordedAt: new Date(AT + index * 86_400_000),
    };
    const given = refunds.map((cents, part): Movement => ({
      ...payment,
      id: `p${index}r${part}`,
      kind: 'refund',
      amountCents: -cents,
    }));
    const known = new Map([payment, ...given].map((one) => [one.id, one]));
    return settlePayment(payment, given, [], () => ({
      rate: { kind: 'percent', basis_points: basisPoints },
      holdingDays: 30,
    }))
      .filter((entry) => entry.amountCents !== 0)
      .map((entry): StatementLine => {
        const cause = known.get(entry.causeId) ?? payment;
        return {
          at: entry.occurredAt.toISOString(),
          kind: entry.kind,
          cause: cause.kind,
          model: 'nina',
          base_cents: cause.amountCents,
          base_currency: cause.currency,
          rate: entry.rate,
          amount_cents: entry.amountCents,
        };
      });
  });

test('screen, CSV and PDF of 1,000 histories are equal to the cent, and to the sum of the entries', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const lines = linesOf(given);
      const statement = statementOf(lines);
      const table = statementTable(statement);
      const screen = [...table.rows, ...table.sums].map(({ amount }) => formatPrice(amount.cents, amount.currency));
      const bases = table.rows.map(({ base }) => base.cents);

      const cells = csvCells(toCsv(statementRows(table)));
      const head = cells.findIndex(([first]) => first === 'Date');
      const csv = cells.slice(head + 1).filter((row) => row.length > 1);
      expect(csv.map((row) => formatPrice(centsOf(row[5] ?? '')))).toEqual(screen);
      expect(csv.slice(0, lines.length).map((row) => centsOf(row[3] ?? ''))).toEqual(bases);

      const texts = pdfTexts(await statementPdf(table, SITE));
      const pdf = texts.filter((text) => /\u00a0€$/.test(text));
      const sums = pdf.slice(-3);
      const amounts = pdf.slice(0, -3).filter((_text, index) => index % 2 === 1);
      expect([...amounts, ...sums]).toEqual(screen);
      expect(
        pdf
          .slice(0, -3)
          .filter((_text, index) => index % 2 === 0)
          .map(centsOf),
      ).toEqual(bases);

      expect(table.sums.at(-1)?.amount.cents).toBe(statement.amount_cents);
      expect(centsOf(screen.at(-1) ?? '')).toBe(statement.amount_cents);
    }),
    { numRuns: 1_000 },
  );
}, 120_000);

describe('a statement', () => {
  const line: StatementLine = {
    at: '2026-03-10T23:30:00.000Z',
    kind: 'commission',
    cause: 'first',
    model: '=cmd',
    base_cents: 200,
    base_currency: 'USD',
    rate: { kind: 'fixed', cents: 150 },
    amount_cents: 150,
  };
  const clawback: StatementLine = { ...line, kind: 'clawback', rate: null, amount_cents: -50 };
  const statement = statementOf([line, clawback], {
    affiliate: { id: 'a', slug: 'aff-one', name: '=1+1 "Étoile"; 花' },
    reference: '@SUM(A1)',
  });

  test('is a spreadsheet in UTF-8 without formulas, with the sums at its end', () => {
    expect(toCsv(statementRows(statementTable(statement)))).toBe(
      [
        '\ufeffRelevé de commissions n°\u00a03',
        `Affilié;"'=1+1 ""Étoile""; 花 (@aff-one)"`,
        'Établi le;10/04/2026',
        'Versé le;11/04/2026',
        "Référence;'@SUM(A1)",
        'Devise;EUR',
        '',
        'Date;Opération;Modèle;Montant payé;Taux;Commission',
        "11/03/2026;Premier paiement;'=cmd;2,00\u00a0USD;1,50\u00a0€;1,50",
        "11/03/2026;Attribution corrigée;'=cmd;2,00\u00a0USD;;-0,50",
        '',
        'Commissions;;;;;1,50',
        'Reprises;;;;;-0,50',
        'Total;;;;;1,00',
        '',
      ].join('\r\n'),
    );
  });

  test('is a PDF over several pages, with every line, whatever characters a name has', async () => {
    const many = statementOf(
      Array.from({ length: 100 }, () => line),
      { affiliate: statement.affiliate },
    );
    const pdf = await statementPdf(statementTable(many), SITE);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(3);
    const texts = pdfTexts(pdf);
    const [page = ''] = await textOfPdf(pdf);
    expect(page).toContain('=1+1 "Étoile"; ? (@aff-one)');
    expect(texts.filter((text) => text === 'Premier paiement')).toHaveLength(100);
    expect(texts.slice(-6)).toEqual([
      ...['Commissions', '150,00\u00a0€'],
      ...['Reprises', '0,00\u00a0€'],
      ...['Total', '150,00\u00a0€'],
    ]);
  });

  test('is a PDF with the letters of every European name, which it embeds where the standard fonts lack them', async () => {
    const names = ['Zoë Łuczak (@zoe)', 'Ольга Щ. (@olga)', 'Ελένη (@eleni)', 'Nguyễn (@nguyen)'];
    const table = statementTable(statementOf(names.map((model) => ({ ...line, model }))));
    const [page = ''] = await textOfPdf(await statementPdf(table, SITE));
    for (const name of names) expect(page).toContain(name);
    const usual = statementTable(statementOf([line]));
    expect((await statementPdf(usual, { siteTitle: 'Coulisses' })).length).toBeLessThan(5_000);
  });

  test('is a PDF whose texts keep parentheses, backslashes and characters above 127', async () => {
    const named = { ...line, model: '(a\\b)(é œ €' };
    const texts = pdfTexts(await statementPdf(statementTable(statementOf([named, named])), SITE));
    expect(texts.filter((text) => text === named.model)).toHaveLength(2);
  });

  test('is a PDF that measures and lays out less than a twentieth of its texts, which repeat', async () => {
    const rows = Array.from({ length: 1_000 }, () => line);
    const calls = (['widthOfString', 'text'] as const).map((name) => jest.spyOn(PDFDocument.prototype, name));
    await statementPdf(statementTable(statementOf(rows)), SITE);
    const [measured = 0, laidOut = 0] = calls.map(({ mock }) => mock.calls.length);
    calls.forEach((call) => call.mockRestore());
    expect(laidOut).toBeGreaterThan(0);
    expect(measured + laidOut).toBeLessThan((rows.length * 6) / 20);
  });
});
