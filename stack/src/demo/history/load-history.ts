import type { CommissionTerms } from 'contracts/commissions';
import { DAY_MS } from 'contracts/durations';
import pg from 'pg';
import { waitUntil } from '../../wait-until.ts';
import { HISTORY_DAYS, planHistory } from './plan.ts';
import type { HistoryAffiliate, HistoryModel } from './plan.ts';
import { isSettled, writeBatch, writeBilling, writeSubscribers, writeVisitsAndTerms } from './write.ts';

/** Time from the events of the history to the last commission, on a busy machine. */
const EVENT_TIMEOUT_MS = 60_000;
/** Days before the start at which batches were created. */
const BATCHES = [
  { daysBack: 45, reference: 'VIR-HIST-1' },
  { daysBack: 20, reference: 'VIR-HIST-2' },
] as const;

export type HistoryDatabase = 'identity' | 'billing' | 'affiliate';

interface HistoryOptions {
  /** Returns the PostgreSQL URL of a service's database. */
  databaseUrl: (service: HistoryDatabase) => string;
  models: readonly HistoryModel[];
  affiliates: readonly (HistoryAffiliate & { terms: CommissionTerms })[];
}

/** Returns the start of the demo, the same on each attempt. */
const readStart = async (client: pg.Client, id: string | undefined): Promise<Date> => {
  const { rows } = await client.query<{ created_at: Date }>('select created_at from affiliates where id = $1', [id]);
  if (!rows[0]) throw new Error('the affiliate whose creation begins the demo is missing');
  return rows[0].created_at;
};

/**
 * Writes the ninety days before the demo into the services' databases, and waits until affiliate has settled them
 * (docs/decisions/0083-demo-history.md). Existing data are unchanged.
 * @returns the number of subscribers in the history
 */
export const loadHistory = async ({ databaseUrl, models, affiliates }: HistoryOptions): Promise<number> => {
  const connect = async (service: HistoryDatabase) => {
    const client = new pg.Client({ connectionString: databaseUrl(service), connectionTimeoutMillis: 10_000 });
    await client.connect();
    return client;
  };
  const clients = await Promise.all([connect('identity'), connect('billing'), connect('affiliate')]);
  const [identity, billing, affiliate] = clients;
  try {
    const start = await readStart(affiliate, affiliates[0]?.id);
    const history = planHistory(start, models, affiliates);
    await writeVisitsAndTerms(
      affiliate,
      history,
      affiliates.map(({ id, terms }) => ({ affiliateId: id, terms })),
      new Date(start.getTime() - (HISTORY_DAYS + 10) * DAY_MS),
    );
    await writeSubscribers(identity, history);
    await writeBilling(billing, history);
    await waitUntil(
      'the commissions of the history',
      async () => {
        if (!(await isSettled(affiliate, history))) throw new Error('not yet');
      },
      { deadlineMs: EVENT_TIMEOUT_MS, everyMs: 300 },
    );
    for (const { daysBack, reference } of BATCHES)
      await writeBatch(affiliate, new Date(start.getTime() - daysBack * DAY_MS), reference);
    return history.subscribers.length;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
};
