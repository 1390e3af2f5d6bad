import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import type { EntryKind, LedgerEntry } from './ledger-entry.ts';

interface Row {
  id: string;
  postback_id: string | null;
  request_id: string | null;
  partner: string;
  transaction_id: string;
  original_transaction_id: string;
  subscriber_id: string;
  kind: EntryKind;
  amount_cents: number;
  currency: string;
  affiliate_id: string | null;
  model_slug: string;
  occurred_at: Date;
  paid_until: Date | null;
  recorded_at: Date;
  reference?: string | null;
}
const entry = (row: Row): LedgerEntry => ({
  id: row.id,
  postbackId: row.postback_id,
  requestId: row.request_id,
  partner: row.partner,
  transactionId: row.transaction_id,
  originalTransactionId: row.original_transaction_id,
  subscriberId: row.subscriber_id,
  kind: row.kind,
  amountCents: row.amount_cents,
  currency: row.currency,
  affiliateId: row.affiliate_id,
  modelSlug: row.model_slug,
  occurredAt: row.occurred_at,
  paidUntil: row.paid_until,
  recordedAt: row.recorded_at,
  ...(row.reference && checkoutReference(row.reference) && { reference: row.reference }),
});
const COLUMNS = [
  'id',
  'postback_id',
  'request_id',
  'partner',
  'transaction_id',
  'original_transaction_id',
  'subscriber_id',
  'kind',
  'amount_cents',
  'currency',
  'affiliate_id',
  'model_slug',
  'occurred_at',
  'paid_until',
  'recorded_at',
] satisfies (keyof Row)[];
const ENTRY = `select ${COLUMNS.join(', ')} from ledger`;
const ADD = prepared(
  `insert into ledger (${COLUMNS.join(', ')}, is_attributed) values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')}, true)`,
);
const FIND = prepared(`${ENTRY} where partner = $1 and transaction_id = $2`);
const LEDGER_COLUMNS = COLUMNS.map((column) => `l.${column}`).join(', ');
/** Query for entries with the checkout in their postback. */
const WITH_REFERENCE = `select ${LEDGER_COLUMNS}, p.reference from ledger l left join postbacks p on p.id = l.postback_id`;
const OF_SUBSCRIBER = prepared(`${WITH_REFERENCE} where l.subscriber_id = $1`);

/** Appends to the ledger and reads it; the database rejects updates and deletions. */
export const createLedgerRepository = () => ({
  insert: async (client: Queryable, added: LedgerEntry): Promise<void> => {
    await client.query(ADD, [
      added.id,
      added.postbackId,
      added.requestId,
      added.partner,
      added.transactionId,
      added.originalTransactionId,
      added.subscriberId,
      added.kind,
      added.amountCents,
      added.currency,
      added.affiliateId,
      added.modelSlug,
      added.occurredAt,
      added.paidUntil,
      added.recordedAt,
    ]);
  },
  /** Returns the entry of a transaction, or null. */
  byTransaction: async (client: Queryable, partner: string, transactionId: string): Promise<LedgerEntry | null> => {
    const { rows } = await client.query<Row>(FIND, [partner, transactionId]);
    return rows[0] ? entry(rows[0]) : null;
  },
  /** Returns the payments whose postback named the checkout, latest first. */
  paymentsOfCheckout: async (client: Queryable, partner: string, reference: string): Promise<LedgerEntry[]> => {
    const { rows } = await client.query<Row>(
      `select ${LEDGER_COLUMNS} from ledger l join postbacks p on p.id = l.postback_id
       where p.partner = $1 and p.reference = $2 and l.kind in ('first', 'renewal') order by l.occurred_at desc, l.transaction_id desc`,
      [partner, reference],
    );
    return rows.map(entry);
  },
  /** Returns the entry with this id; null when there is none, or it belongs to another subscriber. */
  findOwn: async (client: Queryable, subscriberId: string, id: string): Promise<LedgerEntry | null> => {
    const { rows } = await client.query<Row>(`${ENTRY} where id = $1 and subscriber_id = $2`, [id, subscriberId]);
    return rows[0] ? entry(rows[0]) : null;
  },
  /** Returns the subscriber's payments through this partner, latest first. */
  paymentsOfSubscriber: async (client: Queryable, partner: string, subscriberId: string): Promise<LedgerEntry[]> => {
    const { rows } = await client.query<Row>(
      `${ENTRY} where partner = $1 and subscriber_id = $2 and kind in ('first', 'renewal') order by occurred_at desc, transaction_id desc`,
      [partner, subscriberId],
    );
    return rows.map(entry);
  },
  ofSubscriber: async (client: Queryable, subscriberId: string): Promise<LedgerEntry[]> => {
    const { rows } = await client.query<Row>(OF_SUBSCRIBER, [subscriberId]);
    return rows.map(entry);
  },
  ofSubscribers: async (client: Queryable, subscriberIds: readonly string[]): Promise<LedgerEntry[]> => {
    const { rows } = await client.query<Row>(`${WITH_REFERENCE} where l.subscriber_id = any($1)`, [subscriberIds]);
    return rows.map(entry);
  },
});
export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
