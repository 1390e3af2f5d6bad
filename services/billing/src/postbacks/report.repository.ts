import { LIVE_TIME_ZONE } from 'contracts/limits';
import { REPORTED_EVENTS } from 'contracts/operations/postback-report';
import type { ReportedEvent, ReportRequest } from 'contracts/operations/postback-report';
import type { Verdict } from 'contracts/operations/postbacks';
import type { Postgres } from 'service-kit/postgres';
import { STATED_TRANSACTION } from './postback-row.ts';

export interface ReportedEntry {
  transaction_id: string;
  kind: ReportedEvent;
  amount_cents: number;
  currency: string;
  /** Text, because Date has no microseconds. */
  occurred_at: string;
}

const OF_DAY = `occurred_at >= $2::date::timestamp at time zone '${LIVE_TIME_ZONE}' and occurred_at < ($2::date + 1)::timestamp at time zone '${LIVE_TIME_ZONE}'`;

/** Number of entries or transactions per query: a whole day's report must fit into the service's memory. */
const PAGE = 10_000;

const ENTRIES = `select transaction_id, kind, amount_cents, currency, occurred_at::text from ledger
  where partner = $1 and kind in (${REPORTED_EVENTS.map((kind) => `'${kind}'`).join(', ')})`;

/** Reads what a partner's report is compared with. */
export const createReportRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** Reads the entries of that day, page by page. */
  async *entriesOfDay({ partner, day }: Pick<ReportRequest, 'partner' | 'day'>): AsyncGenerator<ReportedEntry[]> {
    for (let last: ReportedEntry | undefined, isWhole = true; isWhole;) {
      const { rows } = await postgres.query<ReportedEntry>(
        `${ENTRIES} and ${OF_DAY} and ($3::timestamptz is null or (occurred_at, transaction_id) > ($3, $4))
         order by ledger.occurred_at, transaction_id limit ${PAGE}`,
        [partner, day, last?.occurred_at, last?.transaction_id],
      );
      yield rows;
      last = rows.at(-1);
      isWhole = rows.length === PAGE;
    }
  },

  /** Reads the entries of these transactions, of any day. */
  async *entriesNamed(partner: string, transactions: readonly string[]): AsyncGenerator<ReportedEntry[]> {
    for (let start = 0; start < transactions.length; start += PAGE)
      yield (
        await postgres.query<ReportedEntry>(`${ENTRIES} and transaction_id = any($2)`, [
          partner,
          transactions.slice(start, start + PAGE),
        ])
      ).rows;
  },

  /** Returns the verdicts of these transactions' postbacks: `rejected` where no other call states the transaction. */
  verdictsOf: async (partner: string, transactions: readonly string[]): Promise<ReadonlyMap<string, Verdict>> => {
    const { rows } = await postgres.query<{ transaction_id: string; verdict: Verdict }>(
      `select ${STATED_TRANSACTION} as transaction_id, verdict from postbacks p where partner = $1 and verdict = 'rejected' and ${STATED_TRANSACTION} = any($2)
       union all
       select transaction_id, verdict from postbacks where partner = $1 and transaction_id = any($2) and verdict <> 'duplicate'`,
      [partner, transactions],
    );
    return new Map(rows.map(({ transaction_id, verdict }) => [transaction_id, verdict]));
  },
});
export type ReportRepository = ReturnType<typeof createReportRepository>;
