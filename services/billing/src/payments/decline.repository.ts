import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';

/** Charge that the bank declined: no money has moved, so it is not in the ledger. */
export interface Decline {
  id: string;
  /** null where the partner stated none. */
  amountCents: number | null;
  currency: string;
  occurredAt: Date;
}

const OF_SUBSCRIBER = prepared(
  `select id, amount_cents, currency, occurred_at from postbacks where subscriber_id = $1 and verdict = 'declined'`,
);

/** Returns the declined charges of a subscriber, from the stored postbacks. */
export const declinesOf = async (client: Queryable, subscriberId: string): Promise<Decline[]> => {
  const { rows } = await client.query<{
    id: string;
    amount_cents: number | null;
    currency: string;
    occurred_at: Date;
  }>(OF_SUBSCRIBER, [subscriberId]);
  return rows.map(({ id, amount_cents, currency, occurred_at }) => ({
    id,
    amountCents: amount_cents,
    currency,
    occurredAt: occurred_at,
  }));
};
