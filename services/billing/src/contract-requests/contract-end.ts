import { randomUUID } from 'node:crypto';
import type { ContractRequestOutcome } from 'contracts/contract-requests';
import type { EventData } from 'contracts/events';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import { chargeableContracts, contractsOf, foldLedger, openContracts } from '../ledger/fold-ledger.ts';
import { SITE } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerAction, PartnerOrderRepository } from '../partner-orders/partner-order.repository.ts';
import { hasAccess } from '../subscriptions/subscription-state.ts';
import type { ReadSubscription } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import { refundableByWithdrawal } from './contract-request.ts';
import type { Contract, ContractRequest } from './contract-request.ts';

interface Dependencies {
  orders: Pick<PartnerOrderRepository, 'add' | 'areAdded'>;
  ledger: Pick<LedgerRepository, 'insert' | 'ofSubscriber'>;
  subscriptionService: Pick<SubscriptionService, 'refold'>;
  graceDays: number;
}

/** Request with the locked subscription and the contract that it changes. */
interface ContractChange {
  request: ContractRequest;
  subscription: ReadSubscription;
  contract: Contract;
  /** Whether `contract.requested` confirms the request; a scheduled one was announced long before. */
  isAnnounced: boolean;
}

/** Emits `contract.requested`, for the mail that confirms a request. */
export const announce = (
  client: Queryable,
  { id, reference, kind, receivedAt, effectiveAt }: ContractRequest,
  announced: Pick<EventData<'contract.requested'>, 'outcome' | 'subscriberId' | 'email' | 'contractEnd'>,
): Promise<void> =>
  saveEvents(
    client,
    createEvent(
      'contract.requested',
      {
        id,
        reference,
        kind,
        receivedAt: receivedAt.toISOString(),
        effectiveAt: effectiveAt?.toISOString() ?? null,
        ...announced,
      },
      1,
    ),
  );

/** Returns the end of access that results from a decided request. */
export const endOf = (
  { kind }: ContractRequest,
  outcome: ContractRequestOutcome,
  { folded }: Contract,
  now: Date,
): Date | null => {
  if (kind === 'withdrawal') return outcome === 'accepted' ? now : null;
  return folded.kind === 'paid' && outcome !== 'scheduled' ? folded.paidUntil : null;
};

/** Applies decided requests to the ledger, the subscription and the orders for partners. */
export const createContractEnd = ({ orders, ledger, subscriptionService, graceDays }: Dependencies) => {
  const contractOf = async (client: Queryable, subscription: ReadSubscription): Promise<Contract> => {
    const entries = await ledger.ofSubscriber(client, subscription.subscriberId);
    return {
      entries,
      folded: foldLedger(entries, graceDays),
      isOpen: hasAccess(subscription, graceDays, subscription.readAt),
    };
  };

  /** Adds the effect of a request to the ledger, refolds the subscription, and stores the orders to its partners. */
  const takeEffect = async (
    client: Queryable,
    { request, subscription, contract: { entries }, isAnnounced }: ContractChange,
  ): Promise<void> => {
    const { id: requestId, kind, reference } = request;
    const { subscriberId, readAt } = subscription;
    const latest = contractsOf(entries).at(-1) ?? openContracts(entries).at(-1);
    if (!latest) throw new Error('a request without a contract takes no effect');
    const { affiliateId, modelSlug, currency } = latest;
    await ledger.insert(client, {
      id: randomUUID(),
      postbackId: null,
      requestId,
      partner: SITE,
      transactionId: reference,
      originalTransactionId: '',
      subscriberId,
      kind,
      amountCents: 0,
      currency,
      affiliateId,
      modelSlug,
      occurredAt: readAt,
      paidUntil: null,
      recordedAt: readAt,
    });
    const add = (payments: readonly LedgerEntry[], action: PartnerAction) =>
      orders.add(client, payments, { requestId, action, createdAt: readAt });
    await add(chargeableContracts(entries), 'cancel');
    if (kind === 'withdrawal') await add(refundableByWithdrawal(entries, readAt), 'refund');
    await subscriptionService.refold(client, subscription, isAnnounced ? { requestId } : {});
  };

  /**
   * Orders the cancellation of every contract that its partner has not ended: the subscription may have ended with only one of
   * several.
   */
  const orderCancellations = (
    client: Queryable,
    { id: requestId }: ContractRequest,
    { entries }: Contract,
    createdAt: Date,
  ): Promise<void> => orders.add(client, chargeableContracts(entries), { requestId, action: 'cancel', createdAt });

  /** Cancels every contract for which its partner may charge, even without current access: a charge may still follow. */
  const endContracts = (client: Queryable, change: ContractChange): Promise<void> =>
    openContracts(change.contract.entries).length > 0
      ? takeEffect(client, change)
      : orderCancellations(client, change.request, change.contract, change.subscription.readAt);

  /** Whether no contract is open and every chargeable one is ordered to be cancelled: another cancellation adds nothing. */
  const isEnded = async (client: Queryable, { entries }: Contract): Promise<boolean> =>
    openContracts(entries).length === 0 && orders.areAdded(client, chargeableContracts(entries), 'cancel');

  return { contractOf, takeEffect, orderCancellations, endContracts, isEnded };
};
export type ContractEnd = ReturnType<typeof createContractEnd>;
