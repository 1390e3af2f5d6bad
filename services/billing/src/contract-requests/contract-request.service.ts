import { randomUUID } from 'node:crypto';
import type {
  cancellationRequest,
  ContractReceipt,
  ContractRequestKind,
  ContractRequestOutcome,
  withdrawalRequest,
} from 'contracts/contract-requests';
import type { EventData } from 'contracts/events';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Logger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Throttle } from 'service-kit/throttle';
import type { z } from 'zod';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import { chargeableContracts, contractsOf, foldLedger, openContracts, refundsAmong } from '../ledger/fold-ledger.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { SITE } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerAction, PartnerOrders } from '../partner-orders/partner-order.repository.ts';
import type { KnownSubscriber, SubscriberProjection } from '../projections/subscriber.projection.ts';
import { hasAccess } from '../subscriptions/subscription-state.ts';
import type { ReadSubscription, SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import {
  cancellationOutcome,
  concernsPresent,
  hasSameName,
  newReference,
  withdrawable,
  withdrawalOutcome,
} from './contract-request.ts';
import type { Contract, ContractRequest } from './contract-request.ts';
import type { ContractRequestRepository } from './contract-request.repository.ts';

interface Dependencies {
  postgres: Postgres;
  requests: ContractRequestRepository;
  orders: PartnerOrders;
  ledger: LedgerRepository;
  subscriptions: SubscriptionRepository;
  subscriptionService: Pick<SubscriptionService, 'refold'>;
  subscribers: SubscriberProjection;
  throttle: Throttle;
  graceDays: number;
  logger: Logger;
  timeSql: TimeSql;
}

/** Who sends a request. */
export interface Requester {
  /** null: not logged in as a subscriber. */
  subscriberId: string | null;
  /** Throttled by it. */
  address: string;
}

type Cancellation = z.output<typeof cancellationRequest>;
type Withdrawal = z.output<typeof withdrawalRequest>;
type Submitted = Withdrawal & Partial<Pick<Cancellation, 'effectiveDay' | 'reason'>>;

const MIDNIGHT = `select ($1::date)::timestamp at time zone '${LIVE_TIME_ZONE}' as midnight`;

/** Ends contracts at the request of subscribers (docs/domain.md#end-of-a-contract). */
export const createContractRequestService = ({
  postgres,
  requests,
  orders,
  ledger,
  subscriptions,
  subscriptionService,
  subscribers,
  throttle,
  graceDays,
  logger,
  timeSql,
}: Dependencies) => {
  const midnightOf = async (client: Queryable, day: string | null | undefined): Promise<Date | null> => {
    if (!day) return null;
    const { rows } = await client.query<{ midnight: Date }>(MIDNIGHT, [day]);
    return rows[0]?.midnight ?? null;
  };

  const contractOf = async (client: Queryable, subscription: ReadSubscription): Promise<Contract> => {
    const entries = await ledger.ofSubscriber(client, subscription.subscriberId);
    return {
      entries,
      folded: foldLedger(entries, graceDays),
      isOpen: hasAccess(subscription, graceDays, subscription.readAt),
    };
  };

  /** Emits `contract.requested`, for the mail that confirms a request. */
  const announce = (
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

  /**
   * Enters what a request changes in the ledger, folds the subscription anew, and stores what its partners have to do.
   * @param isAnnounced whether `contract.requested` confirms it; one that was scheduled was announced long before
   */
  const takeEffect = async (
    client: Queryable,
    { id: requestId, kind, reference }: ContractRequest,
    subscription: ReadSubscription,
    { entries }: Contract,
    { isAnnounced }: { isAnnounced: boolean },
  ): Promise<void> => {
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
    const { remainingCents } = refundsAmong(entries);
    if (kind === 'withdrawal')
      await add(
        withdrawable(entries, readAt).filter((payment) => remainingCents(payment) > 0),
        'refund',
      );
    await subscriptionService.refold(client, subscription, isAnnounced ? { requestId } : {});
  };

  /** Orders the end of contracts that the partner has not ended, though the subscription has: of several, it may have ended one. */
  const orderCancellations = (
    client: Queryable,
    { id: requestId }: ContractRequest,
    { entries }: Contract,
    createdAt: Date,
  ): Promise<void> => orders.add(client, chargeableContracts(entries), { requestId, action: 'cancel', createdAt });

  /** Cancels every contract that its partner may charge for, that of a subscription without access too: its charge may still come. */
  const endContracts = (
    client: Queryable,
    cancellation: ContractRequest,
    subscription: ReadSubscription,
    contract: Contract,
    announcement: { isAnnounced: boolean },
  ): Promise<void> =>
    openContracts(contract.entries).length > 0
      ? takeEffect(client, cancellation, subscription, contract, announcement)
      : orderCancellations(client, cancellation, contract, subscription.readAt);

  const endOf = (
    { kind }: ContractRequest,
    outcome: ContractRequestOutcome,
    { folded }: Contract,
    now: Date,
  ): Date | null => {
    if (kind === 'withdrawal') return outcome === 'accepted' ? now : null;
    return folded.kind === 'paid' && outcome !== 'scheduled' ? folded.paidUntil : null;
  };

  /** Decides a request of a subscriber and carries it out; returns the end of access that follows. */
  const decide = async (
    client: Queryable,
    request: ContractRequest,
    subscriberId: string,
  ): Promise<{ request: ContractRequest; contractEnd: Date | null }> => {
    const subscription = await subscriptions.lock(client, subscriberId);
    const { readAt: now } = subscription;
    const contract = await contractOf(client, subscription);
    const outcome =
      request.kind === 'cancellation'
        ? cancellationOutcome(contract, { now, effectiveAt: request.effectiveAt })
        : withdrawalOutcome(contract, now);
    const decided = { ...request, outcome, effectiveAt: outcome === 'scheduled' ? request.effectiveAt : null };
    const endsContracts = request.kind === 'cancellation' && outcome !== 'scheduled';
    if (outcome !== 'too-late') await requests.replaceScheduled(client, subscriberId);
    await requests.insert(client, decided);
    if (endsContracts) await endContracts(client, decided, subscription, contract, { isAnnounced: true });
    else if (outcome === 'accepted') await takeEffect(client, decided, subscription, contract, { isAnnounced: true });
    else if (outcome === 'already-ended') await orderCancellations(client, decided, contract, now);
    return { request: decided, contractEnd: endOf(decided, outcome, contract, now) };
  };

  const handle = async (
    client: Queryable,
    kind: ContractRequestKind,
    { effectiveDay, reason = '', ...person }: Submitted,
    subscriber: KnownSubscriber | null,
    isOwn: boolean,
  ): Promise<{ request: ContractRequest; contractEnd: Date | null }> => {
    const receivedAt = await readTime(client, timeSql);
    const received: ContractRequest = {
      id: randomUUID(),
      reference: newReference(kind, receivedAt),
      kind,
      outcome: subscriber ? 'name-differs' : 'unknown-email',
      subscriberId: subscriber?.id ?? null,
      reason: subscriber ? reason : '',
      receivedAt,
      effectiveAt: await midnightOf(client, effectiveDay),
    };
    if (subscriber && (isOwn || hasSameName(person, subscriber))) return decide(client, received, subscriber.id);
    const request = { ...received, effectiveAt: null };
    await requests.insert(client, request);
    return { request, contractEnd: null };
  };

  /**
   * Cancels the open contract of a subscriber who is erased: money must not be taken from a person who has no account. No mail
   * follows; identity has sent the last one.
   */
  const endContract = async (client: Queryable, subscriberId: string): Promise<void> => {
    // Locking would begin a subscription for a person who never had one.
    if (!(await subscriptions.find(subscriberId))) return;
    const subscription = await subscriptions.lock(client, subscriberId);
    const contract = await contractOf(client, subscription);
    const { readAt: receivedAt } = subscription;
    await requests.replaceScheduled(client, subscriberId);
    if (chargeableContracts(contract.entries).length === 0) return;
    const cancellation: ContractRequest = {
      id: randomUUID(),
      reference: newReference('cancellation', receivedAt),
      kind: 'cancellation',
      outcome: cancellationOutcome(contract, { now: receivedAt, effectiveAt: null }),
      subscriberId,
      reason: '',
      receivedAt,
      effectiveAt: null,
    };
    await requests.insert(client, cancellation);
    await endContracts(client, cancellation, subscription, contract, { isAnnounced: true });
  };

  return {
    /**
     * Receives a request, of any sender: the subscriber is found by address and names. The receipt reveals what became of
     * it only to that subscriber, logged in; the mail that `contract.requested` causes reveals it to the address.
     * @throws AppError TOO_MANY_ATTEMPTS
     */
    receive: async (
      kind: ContractRequestKind,
      submitted: Submitted,
      { subscriberId, address }: Requester,
    ): Promise<ContractReceipt> => {
      const subscriber = await subscribers.findByEmail(submitted.email);
      const isOwn = subscriber !== null && subscriber.id === subscriberId;
      // Strangers use up the attempts of an address and of a client, not those of a subscriber, who may share both with them.
      await throttle.take(
        isOwn
          ? { contractRequestEmail: subscriber.id }
          : { contractRequestEmail: submitted.email.toLowerCase(), contractRequestAddress: address },
      );
      const { request, contractEnd } = await postgres.transaction(async (client) => {
        const handled = await handle(client, kind, submitted, subscriber, isOwn);
        await announce(client, handled.request, {
          outcome: handled.request.outcome,
          subscriberId: subscriber?.id ?? null,
          email: subscriber ? null : submitted.email,
          contractEnd: handled.contractEnd?.toISOString() ?? null,
        });
        return handled;
      });
      logger.info({ requestId: request.id, kind, outcome: request.outcome }, 'contract request recorded');
      return {
        reference: request.reference,
        receivedAt: request.receivedAt.toISOString(),
        outcome: isOwn ? request.outcome : null,
        contractEnd: isOwn ? (contractEnd?.toISOString() ?? null) : null,
      };
    },
    /** Carries out the scheduled cancellations that are due; returns how many. */
    carryOutDue: async (): Promise<number> => {
      for (let carriedOut = 0; ; carriedOut += 1) {
        const isDone = await postgres.transaction(async (client) => {
          const subscriberId = await requests.subscriberDue(client);
          if (subscriberId === null) return true;
          // First the subscription, as requests and payments do: the other order would deadlock with them.
          const subscription = await subscriptions.lock(client, subscriberId);
          const due = await requests.settleDue(client, subscriberId);
          if (!due) return false;
          const contract = await contractOf(client, subscription);
          const { readAt: now } = subscription;
          if (!concernsPresent(contract.entries, due.receivedAt)) {
            const former = chargeableContracts(contract.entries).filter(
              ({ occurredAt }) => occurredAt <= due.receivedAt,
            );
            await orders.add(client, former, { requestId: due.id, action: 'cancel', createdAt: now });
            // Its receipt has promised a mail on this day.
            await announce(client, due, { outcome: 'overtaken', subscriberId, email: null, contractEnd: null });
          } else {
            await endContracts(client, due, subscription, contract, { isAnnounced: false });
            const outcome = cancellationOutcome(contract, { now, effectiveAt: null });
            // Else `subscription.cancelled` has the mail of this day.
            if (outcome !== 'accepted')
              await announce(client, due, { outcome, subscriberId, email: null, contractEnd: null });
          }
          return false;
        });
        if (isDone) return carriedOut;
      }
    },
    /** Removes the free text of a subscriber who is erased, and ends an open contract. */
    erase: async (client: Queryable, subscriberId: string): Promise<void> => {
      await endContract(client, subscriberId);
      await requests.erase(client, subscriberId);
    },
    endContract,
  };
};
export type ContractRequestService = ReturnType<typeof createContractRequestService>;
