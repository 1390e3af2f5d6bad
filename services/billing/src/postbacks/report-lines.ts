import { parse } from 'csv-parse/sync';
import type { ReportedEvent, UnreadableLine } from 'contracts/operations/billing';
import { REPORTED_EVENTS } from 'contracts/operations/billing';
import { AppError } from 'service-kit/errors';
import { centsOf } from './amount.ts';

const MAX_LINES = 10_000;
const MAX_RECORD_CHARACTERS = 4_000;

/** A movement of money as the partner's report has it. */
export interface ReportLine {
  line: number;
  transactionId: string;
  /** null: the report does not state it. */
  event: ReportedEvent | null;
  /** Without its sign: partners differ in that of a refund. */
  amountCents: number;
  currency: string;
}

/** A line that cannot be read, with the transaction that it seems to name. */
type Fault = UnreadableLine & { transactionId: string };

const unreadable = (): never => {
  throw new AppError('VALIDATION_FAILED', { text: 'Ce fichier n’est pas un relevé CSV lisible.' });
};

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** The separator that stands most often in the header: amounts may have a decimal comma. */
const delimiterOf = (csv: string): string => {
  const header = csv.slice(0, MAX_RECORD_CHARACTERS).split(/[\r\n]/, 1)[0] ?? '';
  const [best = ','] = [',', ';', '\t'].sort((one, other) => header.split(other).length - header.split(one).length);
  return best;
};

const recordsOf = (csv: string): CsvRecord[] => {
  try {
    return parse(csv, {
      bom: true,
      info: true,
      delimiter: delimiterOf(csv),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: MAX_RECORD_CHARACTERS,
      to: MAX_LINES + 2,
    }) as unknown as CsvRecord[];
  } catch {
    return unreadable();
  }
};

/** What a spreadsheet would calculate; no identifier begins so. */
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

/** Kinds that move no money are not in the comparison. */
const WITHOUT_MONEY = new Set(['cancellation', 'decline']);

type Parsed = ReportLine | Reason | 'skipped';

const cellOf = (header: readonly string[], record: readonly string[], name: string): string =>
  record[header.indexOf(name)] ?? '';

const createLineReader = (header: readonly string[]) => {
  const seen = new Set<string>();
  return ({ record, info }: CsvRecord): Parsed => {
    if (record.length !== header.length) return 'columns';
    const [transactionId, stated, amount, currency] = ['transaction_id', 'event', 'amount', 'currency'].map((name) =>
      cellOf(header, record, name),
    ) as [string, string, string, string];
    if ([transactionId, stated, currency].some(isFormula)) return 'formula';
    if (WITHOUT_MONEY.has(stated)) return 'skipped';
    if (transactionId === '' || !isText(transactionId)) return 'transaction';
    const event = REPORTED_EVENTS.find((known) => known === stated.replace(/^partial_/, '')) ?? null;
    if (event === null && stated !== '') return 'event';
    if (!/^[-−]?\d{1,6}([.,]\d{1,2})?$/.test(amount)) return 'amount';
    if (currency !== '' && !/^[A-Za-z]{3}$/.test(currency)) return 'currency';
    if (seen.has(transactionId)) return 'repeated';
    seen.add(transactionId);
    return {
      line: info.lines,
      transactionId,
      event,
      amountCents: centsOf(amount.replace(/^[-−]/, '')),
      currency: (currency || 'EUR').toUpperCase(),
    };
  };
};

/**
 * Reads a partner's report: a header with `transaction_id` and `amount`, optionally `event` and `currency`, then a line for each
 * movement. Separated by commas, semicolons or tabs.
 * @throws AppError VALIDATION_FAILED where it is no such file
 */
export const readReport = (csv: string): { lines: ReportLine[]; unreadable: Fault[] } => {
  const [first, ...records] = recordsOf(csv);
  const header = first?.record.map((name) => name.toLowerCase()) ?? [];
  const isReport = ['transaction_id', 'amount'].every((name) => header.includes(name));
  if (!isReport || new Set(header).size !== header.length) return unreadable();
  if (records.length > MAX_LINES)
    throw new AppError('VALIDATION_FAILED', { text: 'Ce relevé a plus de 10\u00a0000 lignes.' });
  const readLine = createLineReader(header);
  const lines: ReportLine[] = [];
  const faults: Fault[] = [];
  for (const record of records) {
    const parsed = readLine(record);
    if (parsed === 'skipped') continue;
    if (typeof parsed !== 'string') {
      lines.push(parsed);
      continue;
    }
    const transactionId = cellOf(header, record.record, 'transaction_id');
    faults.push({ line: record.info.lines, reason: REASONS[parsed], transactionId });
  }
  return { lines, unreadable: faults };
};
