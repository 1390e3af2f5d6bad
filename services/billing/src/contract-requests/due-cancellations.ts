import type { Postgres } from 'service-kit/postgres';
import { chargeableContracts } from '../ledger/fold-ledger.ts';
import type { PartnerOrders } from '../partner-orders/partner-order.repository.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import { announce } from './contract-end.ts';
import type { ContractEnd } from './contract-end.ts';
import { cancellationOutcome, concernsPresent } from './contract-request.ts';
import type { ContractRequestRepository } from './contract-request.repository.ts';

interface Dependencies {
  postgres: Pick<Postgres, 'transaction'>;
  requests: Pick<ContractRequestRepository, 'subscriberDue' | 'settleDue'>;
  orders: Pick<PartnerOrders, 'add'>;
  subscriptions: Pick<SubscriptionRepository, 'lock'>;
  contractEnd: Pick<ContractEnd, 'contractOf' | 'endContracts'>;
}

/** Carries out the scheduled cancellations that are due; returns their number. */
export const createDueCancellations =
  ({ postgres, requests, orders, subscriptions, contractEnd: { contractOf, endContracts } }: Dependencies) =>
  async (): Promise<number> => {
    for (let carriedOut = 0; ; carriedOut += 1) {
      const isDone = await postgres.transaction(async (client) => {
        const subscriberId = await requests.subscriberDue(client);
        if (subscriberId === null) return true;
        // First the subscription, as requests and payments do: the other order would deadlock with them.
        const subscription = await subscriptions.lock(client, subscriberId);
        const dueCancellation = await requests.settleDue(client, subscriberId);
        if (!dueCancellation) return false;
        const contract = await contractOf(client, subscription);
        const { readAt: now } = subscription;
        if (!concernsPresent(contract.entries, dueCancellation.receivedAt)) {
          const former = chargeableContracts(contract.entries).filter(
            ({ occurredAt }) => occurredAt <= dueCancellation.receivedAt,
          );
          await orders.add(client, former, { requestId: dueCancellation.id, action: 'cancel', createdAt: now });
          // The receipt of the request has promised a mail on this day.
          await announce(client, dueCancellation, {
            outcome: 'overtaken',
            subscriberId,
            email: null,
            contractEnd: null,
          });
        } else {
          await endContracts(client, dueCancellation, subscription, contract, { isAnnounced: false });
          const outcome = cancellationOutcome(contract, { now, effectiveAt: null });
          // For the others `subscription.cancelled` has the mail of this day.
          if (outcome !== 'accepted')
            await announce(client, dueCancellation, { outcome, subscriberId, email: null, contractEnd: null });
        }
        return false;
      });
      if (isDone) return carriedOut;
    }
  };
export type CarryOutDueCancellations = ReturnType<typeof createDueCancellations>;
