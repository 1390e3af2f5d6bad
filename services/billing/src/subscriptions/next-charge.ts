import { MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Queryable } from 'service-kit/postgres';
import { concernsPresent } from '../contract-requests/contract-request.ts';
import type { ContractRequestRepository } from '../contract-requests/contract-request.repository.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
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
  (requests: Pick<ContractRequestRepository, 'scheduledSince'>, ledger: Pick<LedgerRepository, 'ofSubscriber'>) =>
  async (
    client: Queryable,
    { subscriberId, state, paidUntil }: Pick<StoredSubscription, 'subscriberId' | 'state' | 'paidUntil'>,
  ): Promise<NextCharge | null> => {
    if (!paidUntil || (state !== 'active' && state !== 'grace')) return null;
    const since = await requests.scheduledSince(client, subscriberId, paidUntil);
    if (since && concernsPresent(await ledger.ofSubscriber(client, subscriberId), since)) return null;
    return { at: paidUntil, amountCents: MONTHLY_CENTS, currency: OFFER_CURRENCY };
  };
export type ReadNextCharge = ReturnType<typeof createNextCharge>;
