import { LIVE_TIME_ZONE } from 'contracts/limits';
import { OFFER_CURRENCY } from 'contracts/offer';
import type { ReportComparison, ReportedEvent, ReportRequest } from 'contracts/operations/postback-report';
import type { Verdict } from 'contracts/operations/postbacks';
import { REPORT_ROWS } from 'contracts/operations/postback-report';
import type { Postgres } from 'service-kit/postgres';
import { readReport } from './report-lines.ts';
import type { ReportLine } from './report-lines.ts';

interface EntryRow {
  transaction_id: string;
  kind: ReportedEvent;
  amount_cents: number;
  currency: string;
  /** Text, because Date has no microseconds. */
  occurred_at: string;
}

const OF_DAY = `occurred_at >= $2::date::timestamp at time zone '${LIVE_TIME_ZONE}' and occurred_at < ($2::date + 1)::timestamp at time zone '${LIVE_TIME_ZONE}'`;

const differencesOf = (line: ReportLine, entry: EntryRow): ReportComparison['different'][number]['differs'] => [
  ...(line.amountCents === Math.abs(entry.amount_cents) ? [] : ['amount' as const]),
  ...(line.currency === null || line.currency === entry.currency ? [] : ['currency' as const]),
  ...(line.event === null || line.event === entry.kind ? [] : ['event' as const]),
];

interface Difference {
  line: ReportLine;
  entry: EntryRow;
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
const shownEntry = ({ kind, amount_cents, currency }: EntryRow) => ({
  event: kind,
  amount_cents: Math.abs(amount_cents),
  currency,
});

/** Number of entries or transactions per query: a whole day's report must fit into the service's memory. */
const PAGE = 10_000;

const ENTRIES = `select transaction_id, kind, amount_cents, currency, occurred_at::text from ledger
  where partner = $1 and kind in ('first', 'renewal', 'refund', 'chargeback')`;

/** Compares a partner's daily report with the ledger, without changing anything (docs/domain.md#reports-of-the-partner). */
export const createReports = (postgres: Postgres) => {
  /** Reads the entries of that day, page by page. */
  async function* entriesOfDay({ partner, day }: ReportRequest): AsyncGenerator<EntryRow[]> {
    for (let last: EntryRow | undefined, isWhole = true; isWhole;) {
      const { rows } = await postgres.query<EntryRow>(
        `${ENTRIES} and ${OF_DAY} and ($3::timestamptz is null or (occurred_at, transaction_id) > ($3, $4))
         order by ledger.occurred_at, transaction_id limit ${PAGE}`,
        [partner, day, last?.occurred_at, last?.transaction_id],
      );
      yield rows;
      last = rows.at(-1);
      isWhole = rows.length === PAGE;
    }
  }

  /** Reads the entries of these transactions, of any day. */
  async function* entriesNamed(partner: string, transactions: readonly string[]): AsyncGenerator<EntryRow[]> {
    for (let start = 0; start < transactions.length; start += PAGE)
      yield (
        await postgres.query<EntryRow>(`${ENTRIES} and transaction_id = any($2)`, [
          partner,
          transactions.slice(start, start + PAGE),
        ])
      ).rows;
  }

  const verdictsOf = async (partner: string, lines: readonly ReportLine[]) => {
    const { rows } = await postgres.query<{ transaction_id: string; verdict: Verdict }>(
      `select transaction_id, verdict from postbacks where partner = $1 and transaction_id = any($2) and verdict <> 'duplicate'`,
      [partner, lines.map(({ transactionId }) => transactionId)],
    );
    return new Map(rows.map(({ transaction_id, verdict }) => [transaction_id, verdict]));
  };

  return {
    /** @throws AppError VALIDATION_FAILED for a file that is not a report */
    compare: async (request: ReportRequest): Promise<ReportComparison> => {
      const { lines, unreadable } = await readReport(request.csv);
      const open = new Map(lines.map((line) => [line.transactionId, line]));
      const illegible = new Set(unreadable.map(({ transactionId }) => transactionId));
      const surplus = createSample<EntryRow>();
      const different = createSample<Difference>();
      const compareEntry = (entry: EntryRow): void => {
        const line = open.get(entry.transaction_id);
        if (!line) {
          if (!illegible.has(entry.transaction_id)) surplus.add(entry);
          return;
        }
        open.delete(entry.transaction_id);
        const differs = differencesOf(line, entry);
        if (differs.length > 0) different.add({ line, entry, differs });
      };
      for await (const entries of entriesOfDay(request)) entries.forEach(compareEntry);
      for await (const entries of entriesNamed(request.partner, [...open.keys()])) entries.forEach(compareEntry);
      const missingLines = [...open.values()].slice(0, REPORT_ROWS);
      const verdicts = await verdictsOf(request.partner, missingLines);
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
