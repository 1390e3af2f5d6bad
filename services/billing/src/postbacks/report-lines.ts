import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { ReportedEvent, UnreadableLine } from 'contracts/operations/postback-report';
import { MAX_REPORT_LINES, REPORTED_EVENTS } from 'contracts/operations/postback-report';
import { AppError } from 'service-kit/errors';
import { isRefund } from '../ledger/ledger-entry.ts';
import { centsOf } from './amount.ts';
import { transactionOf } from './postback.ts';

const MAX_RECORD_CHARACTERS = 4_000;
/** Characters parsed without yielding to other requests, which takes a few milliseconds. */
const STEP_CHARACTERS = 64 * 1024;

/** Transaction in the partner's report. */
export interface ReportLine {
  line: number;
  transactionId: string;
  /** null when the report does not state it. */
  event: ReportedEvent | null;
  /** Absolute amount: partners differ in the sign of a refund. */
  amountCents: number;
  /** null when the report does not state it. */
  currency: string | null;
}

/** Unreadable line, with the transaction id that it seems to contain. */
type Fault = UnreadableLine & { transactionId: string };

const unreadable = (): never => {
  throw new AppError('VALIDATION_FAILED', { text: 'Ce fichier n’est pas un relevé CSV lisible.' });
};

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** Returns the most frequent separator in the header, outside quotes: amounts may have a decimal comma. */
const delimiterOf = (csv: string): string => {
  const start = csv.slice(0, MAX_RECORD_CHARACTERS).replace(/^[\ufeff\r\n]+/, '');
  const header = (start.split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const [best = ','] = [',', ';', '\t'].sort((one, other) => header.split(other).length - header.split(one).length);
  return best;
};

/** Pairs of code units that a step must not split: a line end, or a surrogate pair. */
const PAIR = /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/;

/** Yields the file in steps, between which other requests are served. Normalises all line ends to line feeds. */
async function* stepsOf(csv: string): AsyncGenerator<string> {
  let start = 0;
  while (start < csv.length) {
    const border = start + STEP_CHARACTERS;
    const end = PAIR.test(csv.slice(border - 1, border + 1)) ? border + 1 : border;
    yield csv.slice(start, end).replace(/\r\n?/g, '\n');
    start = end;
    await setImmediate();
  }
}

/** Calls back with each record. @throws AppError VALIDATION_FAILED when the text is not CSV */
const readRecords = async (csv: string, onRecord: (record: CsvRecord) => void): Promise<void> => {
  const parser = parse({
    bom: true,
    info: true,
    delimiter: delimiterOf(csv),
    record_delimiter: '\n',
    relax_column_count: true,
    // A quote within a field that does not begin with one is part of the field: other lines stay readable.
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  try {
    await pipeline(Readable.from(stepsOf(csv)), parser, async (records: AsyncIterable<CsvRecord>) => {
      for await (const record of records) onRecord(record);
    });
  } catch (error) {
    if (error instanceof CsvError) unreadable();
    throw error;
  }
};

/** Whether a spreadsheet would evaluate the cell; no identifier begins like this. */
const isFormula = (cell: string): boolean => /^[=+@\t\r]/.test(cell);
const isText = (cell: string): boolean => cell.length <= 200 && !/[\p{Cc}\p{Cs}]/u.test(cell);

const REASONS = {
  columns: 'nombre de colonnes différent de l’en-tête',
  transaction: 'transaction absente ou illisible',
  formula: 'formule de tableur',
  event: 'type inconnu',
  amount: 'montant illisible',
  currency: 'devise illisible',
  repeated: 'transaction déjà dans le relevé',
} as const;
type Reason = keyof typeof REASONS;

/** Kinds without money, which are not compared. */
const WITHOUT_MONEY = new Set(['cancellation', 'decline']);

type Parsed = ReportLine | Reason | 'skipped';

const cellOf = (header: readonly string[], record: readonly string[], name: string): string =>
  record[header.indexOf(name)] ?? '';

/** @throws AppError VALIDATION_FAILED when it is not the header of a report */
const headerOf = (record: readonly string[]): string[] => {
  const header = record.map((name) => name.toLowerCase());
  const isReport = ['transaction_id', 'amount'].every((name) => header.includes(name));
  return isReport && new Set(header).size === header.length ? header : unreadable();
};

const createLineReader = (header: readonly string[]) => {
  const seen = new Set<string>();
  return ({ record, info }: CsvRecord): Parsed => {
    if (record.length !== header.length) return 'columns';
    const [transactionId, stated, amount, currency] = ['transaction_id', 'event', 'amount', 'currency'].map((name) =>
      cellOf(header, record, name),
    ) as [string, string, string, string];
    if ([transactionId, stated, currency].some(isFormula)) return 'formula';
    const kind = stated.toLowerCase();
    if (WITHOUT_MONEY.has(kind)) return 'skipped';
    if (transactionId === '' || !isText(transactionId)) return 'transaction';
    const event = REPORTED_EVENTS.find((known) => known === kind.replace(/^partial_/, '')) ?? null;
    if (event === null && kind !== '') return 'event';
    if (!/^[-−]?\d{1,6}([.,]\d{1,2})?$/.test(amount)) return 'amount';
    if (currency !== '' && !/^[A-Za-z]{3}$/.test(currency)) return 'currency';
    const ownId = event !== null && isRefund(event) ? transactionOf(event, transactionId) : transactionId;
    if (seen.has(ownId)) return 'repeated';
    seen.add(ownId);
    return {
      line: info.lines,
      transactionId,
      event,
      amountCents: centsOf(amount.replace(/^[-−]/, '')),
      currency: currency === '' ? null : currency.toUpperCase(),
    };
  };
};

/**
 * Parses a partner's report: a header with `transaction_id` and `amount`, optionally `event` and `currency`, then one line per
 * transaction, separated by commas, semicolons or tabs.
 * @throws AppError VALIDATION_FAILED when the file has another format
 */
export const readReport = async (csv: string): Promise<{ lines: ReportLine[]; unreadable: Fault[] }> => {
  const lines: ReportLine[] = [];
  const faults: Fault[] = [];
  let header: string[] | null = null;
  let readLine: ReturnType<typeof createLineReader> | null = null;
  let count = 0;
  await readRecords(csv, (record) => {
    if (!header || !readLine) {
      header = headerOf(record.record);
      readLine = createLineReader(header);
      return;
    }
    count += 1;
    if (count > MAX_REPORT_LINES)
      throw new AppError('VALIDATION_FAILED', { text: 'Ce relevé a plus de 100\u00a0000 lignes.' });
    const parsed = readLine(record);
    if (parsed === 'skipped') return;
    if (typeof parsed !== 'string') return void lines.push(parsed);
    const transactionId = cellOf(header, record.record, 'transaction_id');
    faults.push({ line: record.info.lines, reason: REASONS[parsed], transactionId });
  });
  if (!header) return unreadable();
  return { lines, unreadable: faults };
};
