import { MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Queryable } from 'service-kit/postgres';
import type { ContractRequestRepository } from '../contract-requests/contract-request.repository.ts';
import type { StoredSubscription } from './subscription.repository.ts';

/** What the partner charges next. */
export interface NextCharge {
  /** End of what is paid; in the days of grace it has passed. */
  at: Date;
  amountCents: number;
  currency: string;
}

/** Reads the next charge of a subscription; null where its contract has ended or ends before (docs/domain.md#next-charge). */
export const createNextCharge =
  (requests: Pick<ContractRequestRepository, 'isEndScheduled'>) =>
  async (
    client: Queryable,
    { subscriberId, state, paidUntil }: Pick<StoredSubscription, 'subscriberId' | 'state' | 'paidUntil'>,
  ): Promise<NextCharge | null> => {
    if (!paidUntil || (state !== 'active' && state !== 'grace')) return null;
    if (await requests.isEndScheduled(client, subscriberId, paidUntil)) return null;
    return { at: paidUntil, amountCents: MONTHLY_CENTS, currency: OFFER_CURRENCY };
  };
export type ReadNextCharge = ReturnType<typeof createNextCharge>;
