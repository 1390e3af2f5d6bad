import { CONSENT_DAYS } from 'contracts/consent';
import type { AdConsent } from 'contracts/operations/ad-consent';
import { measureQueue, postponeLease } from 'service-kit/leased-queue';
import type { Lease, QueueSize } from 'service-kit/leased-queue';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Conversion } from './meta-api.ts';

/** Table of the queue; commits to it wake the worker. */
export const CONVERSION_QUEUE = 'ad_conversions';
/** The platform rejects older events. */
export const CONVERSION_MAX_AGE_DAYS = 7;
/** Longer than the timeout of a call. */
const LEASE_SECONDS = 60;
const USER_AGENT_MAX_LENGTH = 512;

export interface QueuedConversion extends Conversion, Lease {
  pixelId: string;
  ageSeconds: number;
}

interface Fact {
  subscriberId: string;
  event: Conversion['event'];
  /** Subscriber or payment that the conversion is about. */
  fact: string;
  amountCents?: number;
  currency?: string;
  occurredAt: Date;
}

/**
 * Stores consents to conversions, and their queue (docs/domain.md#ad-conversions).
 * @param pixelIds the operator's own pixels: `sub5` of a link may be any value
 * @param clock returns the time in milliseconds
 */
export const createConversionRepository = (
  postgres: Pick<Postgres, 'query' | 'transaction'>,
  pixelIds: readonly string[],
  clock: () => number,
) => {
  /** Queues a conversion once per fact, if the subscriber's link had one of the pixels and the subscriber has consented. */
  const enqueue = async (
    client: Queryable,
    { subscriberId, event, fact, amountCents, currency, occurredAt }: Fact,
  ): Promise<void> => {
    const { rowCount } = await client.query(
      `insert into ad_conversions (subscriber_id, event, fact, amount_cents, currency, occurred_at)
       select c.subscriber_id, $2, $3, $4, $5, $6 from ad_consents c join subscribers s on s.id = c.subscriber_id
       where c.subscriber_id = $1 and c.is_granted and c.changed_at > now() - make_interval(days => ${CONSENT_DAYS})
         and s.pixel_id = any($7) and $6::timestamptz > now() - make_interval(days => ${CONVERSION_MAX_AGE_DAYS})
       for share of c on conflict do nothing`,
      [subscriberId, event, fact, amountCents ?? null, currency ?? null, occurredAt, pixelIds],
    );
    if (rowCount !== 0) wakeAfterCommit(client, CONVERSION_QUEUE);
  };
  /** Stores the consent of a subscriber whose link had one of the pixels; for others there is nothing to consent to. */
  const grant = async (client: Queryable, subscriberId: string, userAgent: string): Promise<void> => {
    await client.query(
      `insert into ad_consents (subscriber_id, is_granted, user_agent)
       select id, true, left($2, ${USER_AGENT_MAX_LENGTH}) from subscribers where id = $1 and pixel_id = any($3) and $2 <> ''
       on conflict (subscriber_id) do update set is_granted = true, user_agent = excluded.user_agent, changed_at = now()`,
      [subscriberId, userAgent, pixelIds],
    );
  };
  const withdraw = async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query(
      'update ad_consents set is_granted = false, user_agent = null, changed_at = now() where subscriber_id = $1 and is_granted',
      [subscriberId],
    );
    await client.query('update ad_conversions set due_at = null where subscriber_id = $1', [subscriberId]);
  };

  return {
    enqueue,
    /** Stores the consent of a registration, in its transaction, and queues the registration as a conversion. */
    grantAtRegistration: async (client: Queryable, subscriberId: string, userAgent: string): Promise<void> => {
      await grant(client, subscriberId, userAgent);
      await enqueue(client, {
        subscriberId,
        event: 'CompleteRegistration',
        fact: subscriberId,
        occurredAt: new Date(clock()),
      });
    },
    readConsent: async (subscriberId: string): Promise<AdConsent> => {
      const { rows } = await postgres.query<{ applies: boolean; granted: boolean | null; changedAt: Date | null }>(
        `select s.pixel_id = any($2) as applies, c.is_granted as granted, c.changed_at as "changedAt"
         from subscribers s left join ad_consents c on c.subscriber_id = s.id where s.id = $1`,
        [subscriberId, pixelIds],
      );
      const { applies = false, granted = null, changedAt = null } = rows[0] ?? {};
      return { applies, granted: granted ?? false, changed_at: changedAt?.toISOString() ?? null };
    },
    changeConsent: (subscriberId: string, isGranted: boolean, userAgent: string): Promise<void> =>
      postgres.transaction((client) =>
        isGranted ? grant(client, subscriberId, userAgent) : withdraw(client, subscriberId),
      ),
    /** Leases the conversions that have been due longest, at most `limit`. */
    lease: async (limit: number): Promise<QueuedConversion[]> => {
      const { rows } = await postgres.query<QueuedConversion>(
        `with leased as (
           update ad_conversions set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
           where id in (select id from ad_conversions where due_at <= now() order by due_at limit $1 for update skip locked)
           returning *)
         select l.id, l.event, l.occurred_at as "occurredAt", l.amount_cents as "amountCents", l.currency, l.attempts,
           extract(epoch from now() - l.occurred_at)::int as "ageSeconds", l.subscriber_id as "subscriberId", s.email,
           s.pixel_id as "pixelId", c.user_agent as "userAgent"
         from leased l join subscribers s on s.id = l.subscriber_id join ad_consents c on c.subscriber_id = l.subscriber_id
         where c.is_granted`,
        [limit, LEASE_SECONDS],
      );
      return rows;
    },
    postpone: (conversion: Lease, delaySeconds: number): Promise<void> =>
      postponeLease(postgres, CONVERSION_QUEUE, conversion, delaySeconds),
    /** Marks a conversion as accepted or abandoned. */
    complete: async ({ id }: Lease, { isSent }: { isSent: boolean }): Promise<void> => {
      await postgres.query(
        'update ad_conversions set due_at = null, sent_at = case when $2 then now() end where id = $1',
        [id, isSent],
      );
    },
    measure: (): Promise<QueueSize> =>
      measureQueue(postgres, { table: CONVERSION_QUEUE, waiting: 'due_at is not null', since: 'occurred_at' }),
  };
};
export type ConversionRepository = ReturnType<typeof createConversionRepository>;
