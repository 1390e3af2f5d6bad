import { MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Queryable } from 'service-kit/postgres';
import { concernsPresent } from '../contract-requests/contract-request.ts';
import type { ContractRequestRepository } from '../contract-requests/contract-request.repository.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { StoredSubscription } from './subscription.repository.ts';

/** Next charge by the partner. */
export interface NextCharge {
  /** End of the paid period; in the past during the grace period. */
  at: Date;
  amountCents: number;
  currency: string;
}

/** Next charge and scheduled end of an active contract. */
interface Outlook {
  /** null when the contract has ended or will end before the charge (docs/domain.md#next-charge). */
  nextCharge: NextCharge | null;
  /** Time at which the scheduled cancellation takes effect. */
  scheduledEnd: Date | null;
}

type Reading = Pick<StoredSubscription, 'subscriberId' | 'state' | 'paidUntil'>;

/** Reads the outlook of a subscription; reads the ledger only if a cancellation is scheduled. */
export const createOutlook =
  (requests: Pick<ContractRequestRepository, 'scheduled'>, ledger: Pick<LedgerRepository, 'ofSubscriber'>) =>
  async (client: Queryable, { subscriberId, state, paidUntil }: Reading): Promise<Outlook> => {
    if (!paidUntil || (state !== 'active' && state !== 'grace')) return { nextCharge: null, scheduledEnd: null };
    const scheduled = await requests.scheduled(client, subscriberId);
    const concerns =
      scheduled && concernsPresent(await ledger.ofSubscriber(client, subscriberId), scheduled.receivedAt);
    const scheduledEnd = concerns ? scheduled.effectiveAt : null;
    const isCharged = !scheduledEnd || scheduledEnd > paidUntil;
    return {
      nextCharge: isCharged ? { at: paidUntil, amountCents: MONTHLY_CENTS, currency: OFFER_CURRENCY } : null,
      scheduledEnd,
    };
  };
export type ReadOutlook = ReturnType<typeof createOutlook>;

/** Reads only the next charge. */
export const createNextCharge =
  (readOutlook: ReadOutlook) =>
  async (client: Queryable, subscription: Reading): Promise<NextCharge | null> =>
    (await readOutlook(client, subscription)).nextCharge;
export type ReadNextCharge = ReturnType<typeof createNextCharge>;
