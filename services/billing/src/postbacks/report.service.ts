import { OFFER_CURRENCY } from 'contracts/offer';
import type { ReportComparison, ReportedEvent, ReportRequest } from 'contracts/operations/postback-report';
import { REPORT_ROWS } from 'contracts/operations/postback-report';
import { isRefund } from '../ledger/ledger-entry.ts';
import { transactionOf } from './postback.ts';
import { readReport } from './report-lines.ts';
import type { ReportLine } from './report-lines.ts';
import type { ReportedEntry, ReportRepository } from './report.repository.ts';

const differencesOf = (line: ReportLine, entry: ReportedEntry): ReportComparison['different'][number]['differs'] => [
  ...(line.amountCents === Math.abs(entry.amount_cents) ? [] : ['amount' as const]),
  ...(line.currency === null || line.currency === entry.currency ? [] : ['currency' as const]),
  ...(line.event === null || line.event === entry.kind ? [] : ['event' as const]),
];

interface Difference {
  line: ReportLine;
  entry: ReportedEntry;
  differs: ReturnType<typeof differencesOf>;
}

/** Counts all items and stores the first ones for the list. */
const createSample = <Item>() => {
  const listed: Item[] = [];
  let count = 0;
  return {
    listed,
    count: () => count,
    add: (item: Item): void => {
      count += 1;
      if (listed.length < REPORT_ROWS) listed.push(item);
    },
  };
};

/** @param assumed currency of a line without one */
const shownLine = ({ event, amountCents, currency }: ReportLine, assumed: string = OFFER_CURRENCY) => ({
  event,
  amount_cents: amountCents,
  currency: currency ?? assumed,
});
const shownEntry = ({ kind, amount_cents, currency }: ReportedEntry) => ({
  event: kind,
  amount_cents: Math.abs(amount_cents),
  currency,
});

const isRefundLine = (line: ReportLine): line is ReportLine & { event: ReportedEvent } =>
  line.event !== null && isRefund(line.event);

/** Compares a partner's daily report with the ledger, without changing anything (docs/domain.md#reports-of-the-partner). */
export const createReports = (reports: ReportRepository) => {
  /** Returns the lines by the identifiers of the ledger: that of a refund that the partner sends with its payment's differs. */
  const byTransaction = async (partner: string, lines: readonly ReportLine[]): Promise<Map<string, ReportLine>> => {
    const refunds = lines.filter(isRefundLine);
    const payments = new Set(lines.filter((line) => !isRefundLine(line)).map(({ transactionId }) => transactionId));
    const entered = new Set<string>();
    const ownIds = refunds.map(({ event, transactionId }) => transactionOf(event, transactionId));
    for await (const entries of reports.entriesNamed(partner, ownIds))
      for (const { transaction_id } of entries) entered.add(transaction_id);
    return new Map(
      lines.map((line) => {
        const ownId = isRefundLine(line) ? transactionOf(line.event, line.transactionId) : line.transactionId;
        const transactionId = entered.has(ownId) || payments.has(line.transactionId) ? ownId : line.transactionId;
        return [transactionId, { ...line, transactionId }];
      }),
    );
  };
  return {
    /** @throws AppError VALIDATION_FAILED for a file that is not a report */
    compare: async (request: ReportRequest): Promise<ReportComparison> => {
      const { lines, unreadable } = await readReport(request.csv);
      const open = await byTransaction(request.partner, lines);
      const illegible = new Set(unreadable.map(({ transactionId }) => transactionId));
      const surplus = createSample<ReportedEntry>();
      const different = createSample<Difference>();
      const compareEntry = (entry: ReportedEntry): void => {
        const line = open.get(entry.transaction_id);
        if (!line) {
          if (!illegible.has(entry.transaction_id)) surplus.add(entry);
          return;
        }
        open.delete(entry.transaction_id);
        const differs = differencesOf(line, entry);
        if (differs.length > 0) different.add({ line, entry, differs });
      };
      for await (const entries of reports.entriesOfDay(request)) entries.forEach(compareEntry);
      for await (const entries of reports.entriesNamed(request.partner, [...open.keys()]))
        entries.forEach(compareEntry);
      const missingLines = [...open.values()].slice(0, REPORT_ROWS);
      const verdicts = await reports.verdictsOf(
        request.partner,
        missingLines.map(({ transactionId }) => transactionId),
      );
      return {
        compared: lines.length,
        totals: {
          missing: open.size,
          surplus: surplus.count(),
          different: different.count(),
          unreadable: unreadable.length,
        },
        missing: missingLines.map((line) => ({
          line: line.line,
          transaction_id: line.transactionId,
          ...shownLine(line),
          verdict: verdicts.get(line.transactionId) ?? null,
        })),
        surplus: surplus.listed.map((entry) => ({ transaction_id: entry.transaction_id, ...shownEntry(entry) })),
        different: different.listed
          .sort((one, other) => one.line.line - other.line.line)
          .map(({ line, entry, differs }) => ({
            line: line.line,
            transaction_id: line.transactionId,
            differs,
            reported: shownLine(line, entry.currency),
            recorded: shownEntry(entry),
          })),
        unreadable: unreadable.slice(0, REPORT_ROWS).map(({ line, reason }) => ({ line, reason })),
      };
    },
  };
};
export type Reports = ReturnType<typeof createReports>;
