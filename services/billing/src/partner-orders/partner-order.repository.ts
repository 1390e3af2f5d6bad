import { randomUUID } from 'node:crypto';
import { UNCONFIRMED_ORDER_DAYS } from 'contracts/operations/subscribers';
import type { REFUND_ORDER_STATES } from 'contracts/operations/subscribers';
import type { Lease } from 'service-kit/leased-queue';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { TimeSql } from '../database-time.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';

/** Cancels the contract of a payment, or refunds the payment. */
export type PartnerAction = 'cancel' | 'refund';

/** Action that a partner must carry out. */
export interface PartnerOrder extends Lease {
  partner: string;
  transactionId: string;
  action: PartnerAction;
}

/** Refund that is or was ordered. */
export interface StoredRefundOrder {
  id: string;
  /** Ledger entry of the payment. */
  entryId: string;
  transactionId: string;
  state: (typeof REFUND_ORDER_STATES)[number];
  createdAt: Date;
}

/** Longer than one attempt, so that a lease never ends during one. */
const LEASE_SECONDS = 60;

/** Repeats an order that is rejected, or unconfirmed for too long. */
const REPEAT = `on conflict (partner, transaction_id, action) do update
  set rejected_at = null, done_at = null, created_at = excluded.created_at, due_at = excluded.due_at, request_id = coalesce(partner_orders.request_id, excluded.request_id)
  where (partner_orders.rejected_at is not null and partner_orders.done_at is null)
    or partner_orders.done_at < excluded.created_at - interval '${UNCONFIRMED_ORDER_DAYS} days'`;

/** Stores orders to partners together with their cause, until they are carried out. */
export const createPartnerOrderRepository = (postgres: Pick<Postgres, 'query'>, timeSql: TimeSql) => ({
  /**
   * Adds the same order for each payment, or repeats one that its partner has rejected, or accepted long ago without the postback of
   * its effect; repeated requests add nothing else.
   */
  add: async (
    client: Queryable,
    payments: readonly Pick<LedgerEntry, 'partner' | 'transactionId'>[],
    { requestId, action, createdAt }: { requestId: string; action: PartnerAction; createdAt: Date },
  ): Promise<void> => {
    for (const { partner, transactionId } of payments)
      await client.query(
        `insert into partner_orders (id, request_id, partner, transaction_id, action, created_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $6) ${REPEAT}`,
        [randomUUID(), requestId, partner, transactionId, action, createdAt],
      );
  },
  /** Whether each of these payments has an order with this action that would not be repeated. */
  areAdded: async (
    client: Queryable,
    payments: readonly Pick<LedgerEntry, 'partner' | 'transactionId'>[],
    action: PartnerAction,
  ): Promise<boolean> => {
    const { rowCount } = await client.query(
      `select from unnest($1::text[], $2::text[]) as payment (partner, transaction_id)
       where not exists (select from partner_orders o where o.partner = payment.partner and o.transaction_id = payment.transaction_id and o.action = $3
         and o.rejected_at is null and (o.done_at is null or o.done_at >= ${timeSql()} - interval '${UNCONFIRMED_ORDER_DAYS} days'))
       limit 1`,
      [payments.map(({ partner }) => partner), payments.map(({ transactionId }) => transactionId), action],
    );
    return rowCount === 0;
  },
  /**
   * Adds the administrator's order to refund a payment, or repeats it as `add` does.
   * @returns its id; null when it is already ordered, open or accepted
   */
  addRefund: async (
    client: Queryable,
    { partner, transactionId }: Pick<LedgerEntry, 'partner' | 'transactionId'>,
    createdAt: Date,
  ): Promise<string | null> => {
    const { rows } = await client.query<{ id: string }>(
      `insert into partner_orders (id, partner, transaction_id, action, created_at, due_at) values ($1, $2, $3, 'refund', $4, $4)
       ${REPEAT} returning id`,
      [randomUUID(), partner, transactionId, createdAt],
    );
    return rows[0]?.id ?? null;
  },
  /** Returns the orders to refund payments of a subscriber, whatever caused them. */
  refundsOf: async (client: Queryable, subscriberId: string): Promise<StoredRefundOrder[]> => {
    const { rows } = await client.query<StoredRefundOrder>(
      `select o.id, l.id as "entryId", o.transaction_id as "transactionId", o.created_at as "createdAt",
         case when o.done_at >= ${timeSql()} - interval '${UNCONFIRMED_ORDER_DAYS} days' or (o.done_at is not null and exists (
             select from ledger r where r.subscriber_id = $1 and r.partner = l.partner and r.original_transaction_id = l.transaction_id and r.kind in ('refund', 'chargeback'))) then 'done'
           when o.done_at is not null then 'unconfirmed' when o.rejected_at is not null then 'rejected' else 'open' end as state
       from ledger l join partner_orders o on o.partner = l.partner and o.transaction_id = l.transaction_id
       where l.subscriber_id = $1 and o.action = 'refund' order by o.created_at`,
      [subscriberId],
    );
    return rows;
  },
  /** Leases the orders to these partners that have been due longest. */
  lease: async (partners: readonly string[], limit: number): Promise<PartnerOrder[]> => {
    const { rows } = await postgres.query<PartnerOrder>(
      `update partner_orders set attempts = attempts + 1, due_at = ${timeSql()} + make_interval(secs => ${LEASE_SECONDS})
       where id in (select id from partner_orders where done_at is null and rejected_at is null and due_at <= ${timeSql()} and partner = any($1)
         order by due_at limit $2 for update skip locked)
       returning id, partner, transaction_id as "transactionId", action, attempts`,
      [partners, limit],
    );
    return rows;
  },
  complete: async ({ id }: Lease): Promise<void> => {
    await postgres.query(`update partner_orders set done_at = coalesce(done_at, ${timeSql()}) where id = $1`, [id]);
  },
  /** Marks an order that its partner has permanently rejected. */
  reject: async ({ id }: Lease): Promise<void> => {
    await postgres.query(`update partner_orders set rejected_at = ${timeSql()} where id = $1 and done_at is null`, [
      id,
    ]);
  },
  postpone: async ({ id, attempts }: Lease, delaySeconds: number): Promise<void> => {
    await postgres.query(
      `update partner_orders set due_at = ${timeSql()} + make_interval(secs => $3) where id = $1 and attempts = $2`,
      [id, attempts, delaySeconds],
    );
  },
  /** Marks an order as done, when a postback shows its effect: of the order, or of a manual action at the partner. */
  confirm: async (
    client: Queryable,
    { partner, transactionId, action }: Omit<PartnerOrder, keyof Lease>,
  ): Promise<void> => {
    await client.query(
      `update partner_orders set done_at = ${timeSql()} where partner = $1 and transaction_id = $2 and action = $3 and done_at is null`,
      [partner, transactionId, action],
    );
  },
  /** Returns the number of open and rejected orders, and the age of the oldest of both. */
  measure: async (): Promise<{ open: number; rejected: number; oldestSeconds: number }> => {
    const { rows } = await postgres.query<{ open: number; rejected: number; oldestSeconds: number }>(
      `select count(*) filter (where rejected_at is null)::int as open, count(rejected_at)::int as rejected,
         coalesce(extract(epoch from ${timeSql()} - min(created_at)), 0)::float as "oldestSeconds"
       from partner_orders where done_at is null`,
    );
    return rows[0] ?? { open: 0, rejected: 0, oldestSeconds: 0 };
  },
});
export type PartnerOrderRepository = ReturnType<typeof createPartnerOrderRepository>;
