import type { FraudFlag } from 'contracts/operations/postbacks';
import type { Queryable } from 'service-kit/postgres';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import { emailDigest } from '../email-digest.ts';
import type { Attribution } from '../ledger/ledger-entry.ts';
import type { Postback } from '../postbacks/postback.ts';

export interface FraudThresholds {
  /** Flags payments made sooner after their payment page was opened; 0: none. */
  minPaySeconds: number;
  /** Flags payments when one affiliate and click had more registrations within an hour. */
  maxRegistrationsPerHour: number;
}

interface Dependencies {
  thresholds: FraudThresholds;
  timeSql: TimeSql;
}

type Payment = Pick<Postback, 'id' | 'event' | 'reference' | 'email' | 'occurredAt' | 'receivedAt'>;

/** SQL that returns the flags of the postback `p` as JSON. */
export const FLAGS_OF_POSTBACK = `(select coalesce(json_agg(json_build_object('reason', f.reason, 'measured', f.measured, 'threshold', f.threshold) order by f.reason), '[]')
  from fraud_flags f where f.postback_id = p.id) as flags`;

/** Flags first payments that need a review, with the reason; flags have no other effect (docs/domain.md#fraud-flags). */
export const createFraudFlags = ({ thresholds, timeSql }: Dependencies) => {
  const { minPaySeconds, maxRegistrationsPerHour } = thresholds;

  const instantPayment = ({ occurredAt, receivedAt }: Payment, openedAt: Date): FraudFlag[] => {
    // A stated time before the checkout comes from a wrong clock, or is a day without a time: the time of arrival is reliable.
    const paidAt = occurredAt < openedAt ? receivedAt : occurredAt;
    const seconds = (paidAt.getTime() - openedAt.getTime()) / 1_000;
    return seconds < minPaySeconds
      ? [{ reason: 'instant-payment', measured: Math.max(0, Math.floor(seconds)), threshold: minPaySeconds }]
      : [];
  };

  /** Returns the flags that derive from the opening of the payment page. */
  const opening = async (client: Queryable, payment: Payment): Promise<FraudFlag[]> => {
    const { rows } = await client.query<{ openedAt: Date; isBot: boolean }>(
      'select opened_at as "openedAt", is_bot as "isBot" from checkouts where reference = $1',
      [payment.reference],
    );
    return rows.flatMap(({ openedAt, isBot }) => [
      ...instantPayment(payment, openedAt),
      ...(isBot ? [{ reason: 'known-bot' as const, measured: null, threshold: null }] : []),
    ]);
  };

  const selfReferral = async (
    client: Queryable,
    { email }: Payment,
    { subscriberId, affiliateId }: Attribution,
  ): Promise<FraudFlag[]> => {
    const { rows } = await client.query<{ digest: string; email: string | null }>(
      `select a.email_digest as digest, s.email from affiliates a left join subscribers s on s.id = $2 and not s.erased
       where a.id = $1 and a.email_digest <> ''`,
      [affiliateId, subscriberId],
    );
    const [found] = rows;
    const isSelf = found && [email, found.email ?? ''].some((address) => emailDigest(address) === found.digest);
    return isSelf ? [{ reason: 'self-referral', measured: null, threshold: null }] : [];
  };

  const velocity = async (client: Queryable, { subscriberId, affiliateId }: Attribution): Promise<FraudFlag[]> => {
    // Counts only up to the threshold plus one, however large the burst.
    const { rows } = await client.query<{ registrations: number }>(
      `select count(*)::integer as registrations from (
         select from subscribers s join subscribers o on o.affiliate_id = s.affiliate_id and o.click_id = s.click_id
           and o.registered_at > s.registered_at - interval '1 hour' and o.registered_at <= s.registered_at
         where s.id = $1 and s.affiliate_id = $2 and o.click_id <> '' limit $3) as burst`,
      [subscriberId, affiliateId, maxRegistrationsPerHour + 1],
    );
    const registrations = rows[0]?.registrations ?? 0;
    return registrations > maxRegistrationsPerHour
      ? [{ reason: 'velocity', measured: registrations, threshold: maxRegistrationsPerHour }]
      : [];
  };

  return {
    /** Stores the flags of a payment, within the transaction that records it. */
    check: async (client: Queryable, payment: Payment, attribution: Attribution): Promise<void> => {
      // Renewals have neither a click nor a payment page.
      if (payment.event !== 'first') return;
      const flags = [
        ...(await opening(client, payment)),
        ...(attribution.affiliateId === null
          ? []
          : [...(await selfReferral(client, payment, attribution)), ...(await velocity(client, attribution))]),
      ];
      if (flags.length === 0) return;
      const flaggedAt = await readTime(client, timeSql);
      for (const { reason, measured, threshold } of flags)
        await client.query(
          'insert into fraud_flags (postback_id, reason, measured, threshold, flagged_at) values ($1, $2, $3, $4, $5)',
          [payment.id, reason, measured, threshold, flaggedAt],
        );
    },
  };
};
export type FraudFlags = ReturnType<typeof createFraudFlags>;
