import type { ContractRequestKind, ContractRequestOutcome } from 'contracts/contract-requests';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import type { TimeSql } from '../database-time.ts';
import type { ContractRequest } from './contract-request.ts';

interface Row {
  id: string;
  reference: string;
  kind: ContractRequestKind;
  outcome: ContractRequestOutcome;
  subscriber_id: string | null;
  reason: string;
  received_at: Date;
  effective_at: Date | null;
}
const SCHEDULED = prepared(`
  select received_at, effective_at from contract_requests where subscriber_id = $1 and outcome = 'scheduled' and settled_at is null
  order by received_at desc limit 1`);
const request = (row: Row): ContractRequest => ({
  id: row.id,
  reference: row.reference,
  kind: row.kind,
  outcome: row.outcome,
  subscriberId: row.subscriber_id,
  reason: row.reason,
  receivedAt: row.received_at,
  effectiveAt: row.effective_at,
});

export const createContractRequestRepository = (timeSql: TimeSql) => ({
  /** Returns the start of a day in Paris. */
  midnightOf: async (client: Queryable, day: string): Promise<Date | null> => {
    const { rows } = await client.query<{ midnight: Date }>(
      `select ($1::date)::timestamp at time zone '${LIVE_TIME_ZONE}' as midnight`,
      [day],
    );
    return rows[0]?.midnight ?? null;
  },
  insert: async (
    client: Queryable,
    { id, reference, kind, outcome, subscriberId, reason, receivedAt, effectiveAt }: ContractRequest,
  ): Promise<void> => {
    await client.query(
      `insert into contract_requests (id, reference, kind, outcome, subscriber_id, reason, received_at, effective_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, reference, kind, outcome, subscriberId, reason, receivedAt, effectiveAt],
    );
  },
  /** Settles the scheduled cancellations of a subscriber that are not in effect yet: another request replaces them. */
  replaceScheduled: async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query(
      `update contract_requests set settled_at = ${timeSql()} where subscriber_id = $1 and outcome = 'scheduled' and settled_at is null`,
      [subscriberId],
    );
  },
  /** Returns when a subscriber's scheduled cancellation was requested and when it takes effect; null when there is none. */
  scheduled: async (
    client: Queryable,
    subscriberId: string,
  ): Promise<{ receivedAt: Date; effectiveAt: Date } | null> => {
    const { rows } = await client.query<{ received_at: Date; effective_at: Date }>(SCHEDULED, [subscriberId]);
    return rows[0] ? { receivedAt: rows[0].received_at, effectiveAt: rows[0].effective_at } : null;
  },
  /** Returns the subscriber whose scheduled cancellation has been due longest; null when none is due. */
  subscriberDue: async (client: Queryable): Promise<string | null> => {
    const { rows } = await client.query<{ subscriber_id: string }>(
      `select subscriber_id from contract_requests where outcome = 'scheduled' and settled_at is null and effective_at <= ${timeSql()}
       order by effective_at limit 1`,
    );
    return rows[0]?.subscriber_id ?? null;
  },
  /**
   * Settles and returns the due cancellation of a subscriber, whose subscription is locked; null when it was already settled or
   * replaced.
   */
  settleDue: async (client: Queryable, subscriberId: string): Promise<ContractRequest | null> => {
    const { rows } = await client.query<Row>(
      `update contract_requests set settled_at = ${timeSql()}
       where subscriber_id = $1 and outcome = 'scheduled' and settled_at is null and effective_at <= ${timeSql()} returning *`,
      [subscriberId],
    );
    return rows[0] ? request(rows[0]) : null;
  },
  ofSubscriber: async (client: Queryable, subscriberId: string): Promise<ContractRequest[]> => {
    const { rows } = await client.query<Row>(
      'select * from contract_requests where subscriber_id = $1 order by received_at',
      [subscriberId],
    );
    return rows.map(request);
  },
  /** Deletes the free text of a subscriber's requests. */
  erase: async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query(`update contract_requests set reason = '' where subscriber_id = $1`, [subscriberId]);
  },
});
export type ContractRequestRepository = ReturnType<typeof createContractRequestRepository>;
