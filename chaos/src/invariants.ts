import { reconcile } from 'backup/reconcile/reconcile';
import type { ManagementUrls } from 'backup/reconcile/management-client';
import { recordOf, SERVICE_NAMES } from 'contracts/services';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Journeys } from './journeys.ts';
import type { Payer } from './payment-journey.ts';
import type { Platform } from './platform.ts';

export interface Violation {
  kind: 'lost' | 'doubled';
  /** The lost or doubled thing, with its identifier. */
  what: string;
}

/** Payers of the last minutes are also checked over HTTP, as they see their access. */
const FRESH_MS = 5 * 60_000;
const FRESH_PAYERS = 6;
/** Pause before a difference counts: an event may still be in transit. */
const SETTLE_MS = 300;

type Counts = ReadonlyMap<string, number>;

/** Returns a violation for each acknowledged thing that is not stored exactly once. */
export const violationsOf = (what: string, acknowledged: readonly string[], stored: Counts): Violation[] =>
  acknowledged.flatMap((id): Violation[] => {
    const count = stored.get(id) ?? 0;
    if (count === 1) return [];
    return [{ kind: count === 0 ? 'lost' : 'doubled', what: `${what} ${id}` }];
  });

const QUERIES = {
  registrations: {
    store: 'IDENTITY_DATABASE_URL',
    text: 'select lower(email) as id, count(*)::int as count from subscribers where lower(email) = any($1) group by 1',
  },
  payments: {
    store: 'BILLING_DATABASE_URL',
    text: `select p.transaction_id as id, count(*)::int as count from ledger l join postbacks p on p.id = l.postback_id
           where l.kind in ('first', 'renewal') and p.transaction_id = any($1) group by 1`,
  },
  refunds: {
    store: 'BILLING_DATABASE_URL',
    text: `select p.original_transaction_id as id, count(*)::int as count from ledger l join postbacks p on p.id = l.postback_id
           where l.kind in ('refund', 'chargeback') and p.original_transaction_id = any($1) group by 1`,
  },
  uploads: {
    store: 'MEDIA_DATABASE_URL',
    text: `select split_part(name, '.', 1) as id, count(*)::int as count from unnest($1::text[]) name
           join assets a on a.id = split_part(name, '.', 1)::uuid and a.state in ('processing', 'ready') group by 1`,
  },
  /** The audit trail has one entry for each save. */
  saves: {
    store: 'AFFILIATE_DATABASE_URL',
    text: `select change ->> 'after' as id, count(*)::int as count from audit_entries, jsonb_array_elements(changes) change
           where subject_slug = $2 and change ->> 'field' = 'bio' and change ->> 'after' = any($1) group by 1`,
  },
} as const;

const countsOf = async (
  platform: Platform,
  name: keyof typeof QUERIES,
  ids: readonly string[],
  more: readonly string[] = [],
): Promise<Counts> => {
  const { store, text } = QUERIES[name];
  const client = new pg.Client({
    connectionString: platform.file().stores[store],
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  // Without a listener, an error between two queries would end the process; the next query fails as well and reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; count: number }>(text, [ids, ...more]);
    return new Map(rows.map(({ id, count }) => [id, count]));
  } finally {
    await client.end();
  }
};

const managementUrlsOf = (platform: Platform): ManagementUrls => {
  const { processes } = platform.file();
  return recordOf(SERVICE_NAMES, (name) => [name, processes[name]?.management ?? '']);
};

/** Returns the latest payers whose tokens are still valid: their access is checked. */
const freshOnes = (payments: readonly { payer: Payer }[]): Payer[] =>
  payments
    .slice(-FRESH_PAYERS)
    .map(({ payer }) => payer)
    .filter(({ registeredAt }) => Date.now() - registeredAt < FRESH_MS);

/** Finds every current violation. @throws while the platform cannot be queried */
const findViolations = async (platform: Platform, journeys: Journeys): Promise<Violation[]> => {
  const { registrations, payments, refunds, uploads, saves, sentSaves } = journeys.acknowledged;
  const found: Violation[] = [];
  const compare = async (name: keyof typeof QUERIES, ids: readonly string[], more: readonly string[] = []) =>
    found.push(...violationsOf(name, ids, await countsOf(platform, name, ids, more)));
  await compare(
    'registrations',
    registrations.map(({ email }) => email),
  );
  await compare(
    'payments',
    payments.map(({ transactionId }) => transactionId),
  );
  await compare(
    'refunds',
    refunds.map(({ transactionId }) => transactionId),
  );
  await compare(
    'uploads',
    uploads.map((name) => name.split('.')[0] ?? ''),
  );
  await compare('saves', saves, [journeys.model.slug]);
  const lastSave = saves.at(-1);
  const allowed = lastSave === undefined ? [] : sentSaves.slice(sentSaves.indexOf(lastSave));
  const text = await journeys.savedText();
  if (lastSave !== undefined && !allowed.includes(text))
    found.push({ kind: 'lost', what: `save ${lastSave}: "${text}"` });
  if (found.length > 0) return found;

  for (const payer of freshOnes(refunds)) {
    if (await journeys.hasPaid(payer)) found.push({ kind: 'lost', what: `refund of ${payer.email}: still entitled` });
    if (!(await journeys.isClosed(payer))) found.push({ kind: 'lost', what: `refund of ${payer.email}: media open` });
  }
  const refunded = new Set(refunds.map(({ payer }) => payer));
  for (const payer of freshOnes(payments.filter((payment) => !refunded.has(payment.payer)))) {
    if (!(await journeys.hasPaid(payer))) found.push({ kind: 'lost', what: `payment of ${payer.email}: not entitled` });
    if (await journeys.isClosed(payer)) found.push({ kind: 'lost', what: `payment of ${payer.email}: media closed` });
  }
  if (found.length > 0) return found;

  const pairs = await reconcile(managementUrlsOf(platform), {
    settle: () => pause(SETTLE_MS),
    repair: false,
    remove: false,
    print: () => undefined,
  });
  return pairs.flatMap(({ name, differences }) =>
    differences.map(({ id, kind }): Violation => ({ kind: 'lost', what: `projection ${name}: ${id} ${kind}` })),
  );
};

/**
 * Waits until every invariant holds.
 * @returns the violations that remain at the deadline
 */
export const settle = async (platform: Platform, journeys: Journeys, deadlineMs: number): Promise<Violation[]> => {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    let violations: Violation[];
    try {
      violations = await findViolations(platform, journeys);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      violations = [{ kind: 'lost', what: `the platform could not be queried: ${reason}` }];
    }
    if (violations.length === 0 || performance.now() > deadline) return violations;
    await pause(250);
  }
};
