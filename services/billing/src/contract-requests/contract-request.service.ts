import { randomUUID } from 'node:crypto';
import type {
  cancellationRequest,
  ContractReceipt,
  ContractRequestKind,
  withdrawalRequest,
} from 'contracts/contract-requests';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Throttle } from 'service-kit/throttle';
import type { z } from 'zod';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import type { KnownSubscriber, SubscriberProjection } from '../projections/subscriber.projection.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import { announce, endOf } from './contract-end.ts';
import type { ContractEnd } from './contract-end.ts';
import { cancellationOutcome, hasSameName, newReference, withdrawalOutcome } from './contract-request.ts';
import type { ContractRequest } from './contract-request.ts';
import type { ContractRequestRepository } from './contract-request.repository.ts';

interface Dependencies {
  postgres: Postgres;
  requests: ContractRequestRepository;
  contractEnd: ContractEnd;
  subscriptions: SubscriptionRepository;
  subscribers: SubscriberProjection;
  throttle: Throttle;
  logger: Logger;
  timeSql: TimeSql;
}

/** Sender of a request. */
export interface Requester {
  /** null when not logged in as a subscriber. */
  subscriberId: string | null;
  /** Address of the client, for throttling. */
  address: string;
}

type Cancellation = z.output<typeof cancellationRequest>;
type Withdrawal = z.output<typeof withdrawalRequest>;
type Submitted = Withdrawal & Partial<Pick<Cancellation, 'effectiveDay' | 'reason'>>;
interface Received {
  kind: ContractRequestKind;
  submitted: Submitted;
  /** Subscriber with the submitted address; null for none. */
  subscriber: KnownSubscriber | null;
  /** Whether that subscriber is logged in. */
  isOwn: boolean;
}

/** Handles subscribers' requests to end contracts (docs/domain.md#end-of-a-contract). */
export const createContractRequestService = ({
  postgres,
  requests,
  contractEnd: { contractOf, takeEffect, orderCancellations, endContracts, isEnded },
  subscriptions,
  subscribers,
  throttle,
  logger,
  timeSql,
}: Dependencies) => {
  /** Decides a request of a subscriber and applies it; returns the resulting end of access. */
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
    const change = { request: decided, subscription, contract, isAnnounced: true };
    if (endsContracts) await endContracts(client, change);
    else if (outcome === 'accepted') await takeEffect(client, change);
    else if (outcome === 'already-ended') await orderCancellations(client, decided, contract, now);
    return { request: decided, contractEnd: endOf(decided, outcome, contract, now) };
  };

  const handle = async (
    client: Queryable,
    { kind, submitted: { effectiveDay, reason = '', ...person }, subscriber, isOwn }: Received,
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
      effectiveAt: effectiveDay ? await requests.midnightOf(client, effectiveDay) : null,
    };
    if (subscriber && (isOwn || hasSameName(person, subscriber))) return decide(client, received, subscriber.id);
    const request = { ...received, effectiveAt: null };
    await requests.insert(client, request);
    return { request, contractEnd: null };
  };

  /**
   * Cancels the open contract of a subscriber who is being erased: people without an account must not be charged. Sends no mail,
   * because identity has sent the last one.
   */
  const endContract = async (client: Queryable, subscriberId: string): Promise<void> => {
    // Locking would create a subscription for a person who never had one.
    if (!(await subscriptions.ofSubscriber(subscriberId, client))) return;
    const subscription = await subscriptions.lock(client, subscriberId);
    const contract = await contractOf(client, subscription);
    const { readAt: receivedAt } = subscription;
    await requests.replaceScheduled(client, subscriberId);
    if (await isEnded(client, contract)) return;
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
    await endContracts(client, { request: cancellation, subscription, contract, isAnnounced: true });
  };

  return {
    /**
     * Receives a request from any sender and identifies the subscriber by address and names. Only that subscriber, when logged in,
     * sees the outcome in the receipt; the mail after `contract.requested` states it to the owner of the address.
     * @throws AppError TOO_MANY_ATTEMPTS
     */
    receive: async (
      kind: ContractRequestKind,
      submitted: Submitted,
      { subscriberId, address }: Requester,
    ): Promise<ContractReceipt> => {
      const subscriber = await subscribers.byEmail(submitted.email);
      const isOwn = subscriber !== null && subscriber.id === subscriberId;
      // Requests of strangers count for the address and the client, but not for the logged-in subscriber, who may share both.
      await throttle.take(
        isOwn
          ? { contractRequestEmail: subscriber.id }
          : { contractRequestEmail: submitted.email.toLowerCase(), contractRequestAddress: address },
      );
      const { request, contractEnd } = await postgres.transaction(async (client) => {
        // A subscriber who was erased meanwhile counts as unknown: otherwise nothing would delete the text of the request.
        const isErased = subscriber && (await subscribers.lockAgainstErasure(client, subscriber.id)).isErased;
        const known = isErased ? null : subscriber;
        const handled = await handle(client, { kind, submitted, subscriber: known, isOwn });
        await announce(client, handled.request, {
          outcome: handled.request.outcome,
          subscriberId: known?.id ?? null,
          email: known ? null : submitted.email,
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
    /** Deletes the free text of a subscriber who is being erased, and cancels an open contract. */
    erase: async (client: Queryable, subscriberId: string): Promise<void> => {
      await endContract(client, subscriberId);
      await requests.erase(client, subscriberId);
    },
    endContract,
  };
};
export type ContractRequestService = ReturnType<typeof createContractRequestService>;
