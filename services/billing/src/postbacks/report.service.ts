import type { ReportComparison, ReportedEvent, ReportRequest, Verdict } from 'contracts/operations/billing';
import type { Postgres } from 'service-kit/postgres';
import { readReport } from './report-lines.ts';
import type { ReportLine } from './report-lines.ts';

interface EntryRow {
  transaction_id: string;
  kind: ReportedEvent;
  amount_cents: number;
  currency: string;
  is_of_day: boolean;
}

const OF_DAY = `occurred_at >= $2::date::timestamp at time zone 'Europe/Paris' and occurred_at < ($2::date + 1)::timestamp at time zone 'Europe/Paris'`;

const differencesOf = (line: ReportLine, entry: EntryRow): ReportComparison['different'][number]['differs'] => [
  ...(line.amountCents === Math.abs(entry.amount_cents) ? [] : ['amount' as const]),
  ...(line.currency === entry.currency ? [] : ['currency' as const]),
  ...(line.event === null || line.event === entry.kind ? [] : ['event' as const]),
];

const shownLine = ({ event, amountCents, currency }: ReportLine) => ({ event, amount_cents: amountCents, currency });
const shownEntry = ({ kind, amount_cents, currency }: EntryRow) => ({
  event: kind,
  amount_cents: Math.abs(amount_cents),
  currency,
});

/** Compares a partner's daily report with the ledger; nothing is changed (docs/domain.md#reports-of-the-partner). */
export const createReports = (postgres: Postgres) => ({
  /** @throws AppError VALIDATION_FAILED for a file that is no report */
  compare: async ({ partner, day, csv }: ReportRequest): Promise<ReportComparison> => {
    const { lines, unreadable } = readReport(csv);
    const transactions = lines.map(({ transactionId }) => transactionId);
    const { rows: entries } = await postgres.query<EntryRow>(
      `select transaction_id, kind, amount_cents, currency, ${OF_DAY} as is_of_day from ledger
       where partner = $1 and kind in ('first', 'renewal', 'refund', 'chargeback') and ((${OF_DAY}) or transaction_id = any($3))
       order by occurred_at, transaction_id`,
      [partner, day, transactions],
    );
    const { rows: arrivals } = await postgres.query<{ transaction_id: string; verdict: Verdict }>(
      `select transaction_id, verdict from postbacks where partner = $1 and transaction_id = any($2) and verdict <> 'duplicate'`,
      [partner, transactions],
    );
    const byTransaction = new Map(entries.map((entry) => [entry.transaction_id, entry]));
    const verdicts = new Map(arrivals.map(({ transaction_id, verdict }) => [transaction_id, verdict]));
    const reported = new Set([...lines, ...unreadable].map(({ transactionId }) => transactionId));
    return {
      compared: lines.length,
      missing: lines
        .filter(({ transactionId }) => !byTransaction.has(transactionId))
        .map((line) => ({
          line: line.line,
          transaction_id: line.transactionId,
          ...shownLine(line),
          verdict: verdicts.get(line.transactionId) ?? null,
        })),
      surplus: entries
        .filter(({ transaction_id, is_of_day }) => is_of_day && !reported.has(transaction_id))
        .map((entry) => ({ transaction_id: entry.transaction_id, ...shownEntry(entry) })),
      different: lines.flatMap((line) => {
        const entry = byTransaction.get(line.transactionId);
        const differs = entry ? differencesOf(line, entry) : [];
        return entry && differs.length > 0
          ? [
              {
                line: line.line,
                transaction_id: line.transactionId,
                differs,
                reported: shownLine(line),
                recorded: shownEntry(entry),
              },
            ]
          : [];
      }),
      unreadable: unreadable.map(({ line, reason }) => ({ line, reason })),
    };
  },
});
export type Reports = ReturnType<typeof createReports>;
