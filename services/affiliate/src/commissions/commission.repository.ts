import type { CommissionRate, CommissionTerms } from 'contracts/commissions';
import type { SubscriberCommissions } from 'contracts/operations/subscribers';
import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { settlePayment } from './settle-payment.ts';
import type { Decision, Movement, NewEntry } from './settle-payment.ts';
import type { TermsRepository } from './terms.repository.ts';

interface MovementRow {
  id: string;
  affiliate_id: string | null;
  kind: Movement['kind'];
  amount_cents: number;
  currency: string;
  recorded_at: Date;
  refunded_id: string | null;
}
interface EntryRow {
  affiliate_id: string;
  kind: NewEntry['kind'];
  payment_id: string;
  cause_id: string;
  rate: CommissionRate | null;
  amount_cents: number;
  currency: string;
  occurred_at: Date;
  available_at: Date;
}

const movement = ({ id, affiliate_id, kind, amount_cents, currency, recorded_at }: MovementRow): Movement => ({
  id,
  affiliateId: affiliate_id,
  kind,
  amountCents: amount_cents,
  currency,
  recordedAt: recorded_at,
});
const entryOf = (row: EntryRow): NewEntry => ({
  affiliateId: row.affiliate_id,
  kind: row.kind,
  paymentId: row.payment_id,
  causeId: row.cause_id,
  rate: row.rate,
  amountCents: row.amount_cents,
  currency: row.currency,
  occurredAt: row.occurred_at,
  availableAt: row.available_at,
});

const ADD = prepared(`
  insert into commission_entries (affiliate_id, kind, payment_id, cause_id, rate, amount_cents, currency, occurred_at, available_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);
const MOVEMENTS_OF = prepared(`
  select id, affiliate_id, kind, amount_cents, currency, recorded_at, refunded_id from payments
  where subscriber_id = $1 and (earns_commission or refunded_id is not null) order by recorded_at, id`);
const ENTRIES_OF = prepared(`
  select affiliate_id, kind, payment_id, cause_id, rate, amount_cents, currency, occurred_at, available_at
  from commission_entries where payment_id = any($1) order by sequence`);

interface Dependencies {
  terms: TermsRepository;
  /** Terms of affiliates without their own. */
  siteTerms: CommissionTerms;
}

/** Stores commissions and clawbacks; the database rejects every change of an entry. */
export const createCommissionRepository = ({ terms, siteTerms }: Dependencies) => {
  const decisionOf = async (client: Queryable, affiliateId: string, payment: Movement): Promise<Decision> => {
    const agreedTerms = (await terms.heldAt(client, affiliateId, payment.recordedAt))?.terms ?? siteTerms;
    return {
      rate: payment.kind === 'first' ? agreedTerms.first : agreedTerms.renewal,
      holdingDays: agreedTerms.holding_days,
    };
  };
  const add = async (client: Queryable, entries: readonly NewEntry[]): Promise<void> => {
    for (const entry of entries)
      await client.query(ADD, [
        entry.affiliateId,
        entry.kind,
        entry.paymentId,
        entry.causeId,
        entry.rate && JSON.stringify(entry.rate),
        entry.amountCents,
        entry.currency,
        entry.occurredAt,
        entry.availableAt,
      ]);
  };
  return {
    /** Returns what affiliates have earned from a subscriber; null when the subscriber is unknown or erased. */
    ofSubscriber: async (client: Queryable, subscriberId: string): Promise<SubscriberCommissions | null> => {
      const { rows } = await client.query<SubscriberCommissions>(
        `select affiliate_id is not null or exists (select from payments where subscriber_id = $1 and affiliate_id is not null) as is_credited,
           coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'cents', cents) order by currency) from (
             select e.currency, sum(e.amount_cents)::bigint as cents from payments p join commission_entries e on e.payment_id = p.id
             where p.subscriber_id = $1 group by e.currency) sums), '[]') as earned
         from registrations where subscriber_id = $1 and not is_erased`,
        [subscriberId],
      );
      return rows[0] ?? null;
    },
    /** Adds the missing entries for a subscriber's payments. The transaction must hold the subscriber's lock. */
    settle: async (client: Queryable, subscriberId: string): Promise<void> => {
      const { rows } = await client.query<MovementRow>(MOVEMENTS_OF, [subscriberId]);
      const payments = rows.filter(({ kind }) => kind === 'first' || kind === 'renewal');
      if (payments.length === 0) return;
      const { rows: stored } = await client.query<EntryRow>(ENTRIES_OF, [payments.map(({ id }) => id)]);
      const entries = Map.groupBy(stored.map(entryOf), ({ paymentId }) => paymentId);
      const refunds = Map.groupBy(
        rows.filter(({ kind }) => kind === 'refund' || kind === 'chargeback'),
        ({ refunded_id }) => refunded_id,
      );
      for (const row of payments) {
        const payment = movement(row);
        const existing = entries.get(payment.id) ?? [];
        const { affiliateId } = payment;
        const isDecided = existing.some((entry) => entry.affiliateId === affiliateId && entry.rate !== null);
        const decision = affiliateId && !isDecided ? await decisionOf(client, affiliateId, payment) : null;
        const decide = () => {
          if (!decision) throw new Error(`the commission on ${payment.id} is decided already`);
          return decision;
        };
        await add(client, settlePayment(payment, (refunds.get(payment.id) ?? []).map(movement), existing, decide));
      }
    },
  };
};
export type CommissionRepository = ReturnType<typeof createCommissionRepository>;
