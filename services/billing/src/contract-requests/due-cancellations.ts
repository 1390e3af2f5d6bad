import type { Postgres } from 'service-kit/postgres';
import { chargeableContracts } from '../ledger/fold-ledger.ts';
import type { PartnerOrderRepository } from '../partner-orders/partner-order.repository.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import { announce } from './contract-end.ts';
import type { ContractEnd } from './contract-end.ts';
import { cancellationOutcome, concernsPresent } from './contract-request.ts';
import type { ContractRequestRepository } from './contract-request.repository.ts';

interface Dependencies {
  postgres: Pick<Postgres, 'transaction'>;
  requests: Pick<ContractRequestRepository, 'subscriberDue' | 'settleDue'>;
  orders: Pick<PartnerOrderRepository, 'add'>;
  subscriptions: Pick<SubscriptionRepository, 'lock'>;
  contractEnd: Pick<ContractEnd, 'contractOf' | 'endContracts'>;
}

/** Applies the scheduled cancellations that are due; returns their number. */
export const createDueCancellations =
  ({ postgres, requests, orders, subscriptions, contractEnd: { contractOf, endContracts } }: Dependencies) =>
  async (): Promise<number> => {
    for (let carriedOut = 0; ;) {
      const outcome = await postgres.transaction(async (client) => {
        const subscriberId = await requests.subscriberDue(client);
        if (subscriberId === null) return 'none due';
        // Locks the subscription first, like requests and payments: the reverse order would deadlock with them.
        const subscription = await subscriptions.lock(client, subscriberId);
        const dueCancellation = await requests.settleDue(client, subscriberId);
        // Applied by another replica, or replaced, before the lock.
        if (!dueCancellation) return 'settled meanwhile';
        const contract = await contractOf(client, subscription);
        const { readAt: now } = subscription;
        if (!concernsPresent(contract.entries, dueCancellation.receivedAt)) {
          const former = chargeableContracts(contract.entries).filter(
            ({ occurredAt }) => occurredAt <= dueCancellation.receivedAt,
          );
          await orders.add(client, former, { requestId: dueCancellation.id, action: 'cancel', createdAt: now });
          // The request's receipt promised a mail on this day.
          await announce(client, dueCancellation, {
            outcome: 'overtaken',
            subscriberId,
            email: null,
            contractEnd: null,
          });
        } else {
          await endContracts(client, { request: dueCancellation, subscription, contract, isAnnounced: false });
          const outcome = cancellationOutcome(contract, { now, effectiveAt: null });
          // Accepted cancellations emit `subscription.cancelled`, which sends the mail.
          if (outcome !== 'accepted')
            await announce(client, dueCancellation, { outcome, subscriberId, email: null, contractEnd: null });
        }
        return 'carried out';
      });
      if (outcome === 'none due') return carriedOut;
      if (outcome === 'carried out') carriedOut += 1;
    }
  };
export type CarryOutDueCancellations = ReturnType<typeof createDueCancellations>;
