import { randomUUID } from 'node:crypto';
import { MAX_LOGGED_ATTEMPTS } from 'contracts/outgoing-postbacks';
import type {
  DeliveryAttempt,
  DeliveryEvent,
  OutgoingDelivery,
  OutgoingEvent,
  OutgoingPostbacks,
} from 'contracts/outgoing-postbacks';
import { AppError } from 'service-kit/errors';
import { measureQueue } from 'service-kit/leased-queue';
import type { Lease, QueueSize } from 'service-kit/leased-queue';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';

/** Table of the queue; commits to it wake the worker. */
export const DELIVERY_QUEUE = 'outgoing_deliveries';
/** Longer than any attempt, so that a lease never ends during one. */
const LEASE_SECONDS = 60;
/** Maximum number of concurrent deliveries per affiliate, so that a slow server delays only its own notifications. */
const PER_AFFILIATE = 2;
const PAGE_SIZE = 50;

/** A delivery with all data that its template may need. */
export interface DueDelivery extends Lease {
  affiliateId: string;
  event: DeliveryEvent;
  occurredAt: Date;
  isExpired: boolean;
  url: string;
  method: 'GET' | 'POST';
  secrets: string[];
  affiliate: string;
  clickId: string;
  pixelId: string;
  model: string;
  paymentId: string | null;
  amountCents: number | null;
  currency: string | null;
  payoutCents: number | null;
}

/** Result of an attempt. */
type Outcome = Pick<DeliveryAttempt, 'host' | 'status' | 'error'>;

type Row = Omit<OutgoingDelivery, 'created_at' | 'next_attempt_at'> & {
  created_at: Date;
  next_attempt_at: Date | null;
};
const COLUMNS = `id, event, host, state, attempts, last_status, last_error, attempt_log, created_at,
  case when state = 'waiting' then due_at end as next_attempt_at`;
const viewOf = ({ created_at, next_attempt_at, ...row }: Row): OutgoingDelivery => ({
  ...row,
  created_at: created_at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
});

/** SQL that adds the attempt to the log: $2 number, $3 host, $4 status, $5 error. */
const WITH_OUTCOME = `leased_until = null, host = $3, last_status = $4, last_error = $5,
  attempt_log = case when jsonb_array_length(attempt_log) >= ${MAX_LOGGED_ATTEMPTS} then attempt_log - 0 else attempt_log end
    || jsonb_build_object('number', $2::int, 'ended_at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'host', $3::text, 'status', $4::int, 'error', $5::text)`;

/** $1 payment, $2 event. */
const ADD_PAYMENT = prepared(`
  insert into outgoing_deliveries (affiliate_id, event, fact, subscriber_id, payment_id, occurred_at)
  select e.affiliate_id, $2, p.id, p.subscriber_id, p.id, p.recorded_at
  from payments p join outgoing_endpoints e using (affiliate_id)
  where p.id = $1 and e.is_enabled and $2 = any(e.events) and p.recorded_at >= date_trunc('milliseconds', e.enabled_at)
    and not exists (select from registrations r where r.subscriber_id = p.subscriber_id and r.is_erased)
  on conflict do nothing`);

const EVENT_OF_PAYMENT = {
  first: 'first_payment',
  renewal: 'renewal',
  refund: 'refund',
  chargeback: 'refund',
} as const satisfies Record<string, OutgoingEvent>;
type PaymentKind = keyof typeof EVENT_OF_PAYMENT;

export const createDeliveryRepository = (postgres: Pick<Postgres, 'query'>) => ({
  isRegistrationKnown: async (client: Queryable, subscriberId: string): Promise<boolean> =>
    (await client.query('select from registrations where subscriber_id = $1', [subscriberId])).rowCount === 1,
  /**
   * Queues the notification of a registration, in the transaction that credits it. Truncates the time, since events have whole
   * milliseconds.
   */
  addRegistration: async (client: Queryable, subscriberId: string): Promise<void> => {
    const { rowCount } = await client.query(
      `insert into outgoing_deliveries (affiliate_id, event, fact, subscriber_id, occurred_at)
       select e.affiliate_id, 'registration', r.subscriber_id::text, r.subscriber_id, r.registered_at
       from registrations r join outgoing_endpoints e using (affiliate_id)
       where r.subscriber_id = $1 and not r.is_erased and e.is_enabled and 'registration' = any(e.events) and r.registered_at >= date_trunc('milliseconds', e.enabled_at)
       on conflict do nothing`,
      [subscriberId],
    );
    if (rowCount !== 0) wakeAfterCommit(client, DELIVERY_QUEUE);
  },
  /** Queues the notification of a payment or refund, in the transaction that credits it; none for an erased subscriber. */
  addPayment: async (client: Queryable, paymentId: string, kind: PaymentKind): Promise<void> => {
    const { rowCount } = await client.query(ADD_PAYMENT, [paymentId, EVENT_OF_PAYMENT[kind]]);
    if (rowCount !== 0) wakeAfterCommit(client, DELIVERY_QUEUE);
  },
  addTest: async (client: Queryable, affiliateId: string): Promise<OutgoingDelivery | null> => {
    const { rows } = await client.query<Row>(
      `insert into outgoing_deliveries (affiliate_id, event, fact, occurred_at)
       select affiliate_id, 'test', $2, now() from outgoing_endpoints where affiliate_id = $1 and is_enabled returning ${COLUMNS}`,
      [affiliateId, randomUUID()],
    );
    wakeAfterCommit(client, DELIVERY_QUEUE);
    return rows[0] ? viewOf(rows[0]) : null;
  },
  /** Resends an undelivered notification, for another three days; a running attempt is not duplicated. */
  retry: async (client: Queryable, affiliateId: string, id: string): Promise<OutgoingDelivery | null> => {
    const { rows } = await client.query<Row>(
      `update outgoing_deliveries set state = 'waiting', finished_at = null,
         due_at = case when leased_until > now() then due_at else now() end, expires_at = now() + interval '3 days'
       where id = $2 and affiliate_id = $1 and (state = 'abandoned' or (state = 'waiting' and last_error is not null)) returning ${COLUMNS}`,
      [affiliateId, id],
    );
    wakeAfterCommit(client, DELIVERY_QUEUE);
    return rows[0] ? viewOf(rows[0]) : null;
  },
  /**
   * Returns a page, newest first.
   * @param before last delivery of the previous page; null: the first page
   * @throws AppError VALIDATION_FAILED when the affiliate has no delivery with this id
   */
  page: async (affiliateId: string, before: string | null): Promise<Omit<OutgoingPostbacks, 'endpoint'>> => {
    const own = 'select created_at, id from outgoing_deliveries where id = $2 and affiliate_id = $1';
    if (before !== null && (await postgres.query(own, [affiliateId, before])).rowCount === 0)
      throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
    const { rows } = await postgres.query<Row>(
      `select ${COLUMNS} from outgoing_deliveries
       where affiliate_id = $1 and ($2::uuid is null or (created_at, id) < (${own}))
       order by created_at desc, id desc limit ${PAGE_SIZE + 1}`,
      [affiliateId, before],
    );
    const deliveries = rows.slice(0, PAGE_SIZE).map(viewOf);
    return { deliveries, next: rows.length > PAGE_SIZE ? (deliveries.at(-1)?.id ?? null) : null };
  },
  /**
   * Leases the deliveries that have been due longest. Those of disabled endpoints and suspended affiliates are skipped.
   * @param running deliveries of the running attempts of this process
   */
  lease: async (limit: number, running: readonly Pick<DueDelivery, 'affiliateId'>[]): Promise<DueDelivery[]> => {
    const { rows } = await postgres.query<DueDelivery>(
      `with recursive waiting as (
         (select affiliate_id from outgoing_deliveries where state = 'waiting' order by affiliate_id limit 1)
         union all select (
           select affiliate_id from outgoing_deliveries where state = 'waiting' and affiliate_id > w.affiliate_id order by affiliate_id limit 1
         ) from waiting w where w.affiliate_id is not null
       ), due as (
         select d.id from waiting join outgoing_endpoints e using (affiliate_id) join affiliates a on a.id = e.affiliate_id,
           lateral (
             select id, due_at from outgoing_deliveries where affiliate_id = e.affiliate_id and state = 'waiting' and due_at <= now()
             order by due_at limit greatest(0, $3 - (select count(*) from unnest($4::uuid[]) as busy (id) where busy.id = e.affiliate_id))
           ) d
         where e.is_enabled and not a.is_suspended order by d.due_at limit $1
       ), leased as (
         update outgoing_deliveries set attempts = attempts + 1, due_at = now() + make_interval(secs => $2),
           leased_until = now() + make_interval(secs => $2)
         where id in (
           select id from outgoing_deliveries
           where id in (select id from due) and state = 'waiting' and due_at <= now()
           for update skip locked
         )
         returning *
       )
       select d.id, d.affiliate_id as "affiliateId", d.event, d.occurred_at as "occurredAt", d.attempts, d.expires_at <= now() as "isExpired",
         e.url, e.method, array_remove(array[e.secret, case when e.former_until > now() then e.former_secret end], null) as secrets,
         a.slug as affiliate, coalesce(r.click_id, '') as "clickId", coalesce(r.pixel_id, '') as "pixelId",
         coalesce(p.model_slug, r.model_slug, '') as model, d.payment_id as "paymentId", p.amount_cents as "amountCents", p.currency,
         (select sum(c.amount_cents)::bigint from commission_entries c
          where c.payment_id = coalesce(p.refunded_id, p.id) and c.cause_id = p.id and c.affiliate_id = d.affiliate_id) as "payoutCents"
       from leased d join outgoing_endpoints e using (affiliate_id) join affiliates a on a.id = d.affiliate_id
       left join registrations r on r.subscriber_id = d.subscriber_id left join payments p on p.id = d.payment_id`,
      [limit, LEASE_SECONDS, PER_AFFILIATE, running.map(({ affiliateId }) => affiliateId)],
    );
    return rows;
  },
  measure: (): Promise<QueueSize> =>
    measureQueue(postgres, { table: DELIVERY_QUEUE, waiting: "state = 'waiting'", since: 'created_at' }),
  complete: async (
    { id, attempts }: Lease,
    state: 'delivered' | 'abandoned',
    { host, status, error }: Outcome,
  ): Promise<void> => {
    await postgres.query(
      `update outgoing_deliveries set state = $6, finished_at = now(), ${WITH_OUTCOME} where id = $1 and attempts = $2`,
      [id, attempts, host, status, error, state],
    );
  },
  postpone: async ({ id, attempts }: Lease, delaySeconds: number, { host, status, error }: Outcome): Promise<void> => {
    await postgres.query(
      `update outgoing_deliveries set due_at = now() + make_interval(secs => $6), ${WITH_OUTCOME}
       where id = $1 and attempts = $2 and state = 'waiting'`,
      [id, attempts, host, status, error, delaySeconds],
    );
  },
  erase: async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query('delete from outgoing_deliveries where subscriber_id = $1', [subscriberId]);
  },
});
export type DeliveryRepository = ReturnType<typeof createDeliveryRepository>;
