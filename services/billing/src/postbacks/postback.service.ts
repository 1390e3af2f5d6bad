import { randomUUID } from 'node:crypto';
import type {
  PostbackCandidate,
  PostbackFields,
  PostbackMatch,
  ReconcileTarget,
  Verdict,
} from 'contracts/operations/billing';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { inSpan } from 'service-kit/tracing';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import type { CheckoutClaim, CheckoutTokens } from '../checkouts/checkout-token.ts';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import type { ContractRequestService } from '../contract-requests/contract-request.service.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution, EntryEvent } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerSettings } from '../projections/partner-settings.projection.ts';
import type { SubscriberProjection } from '../projections/subscriber.projection.ts';
import { candidatesOf } from './candidates.ts';
import { isEntry, postbackOf } from './postback.ts';
import type { Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';
import { statesAddress, withoutAddresses } from './received-call.ts';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import type { PaymentsOfOne, Recording } from './recording.ts';

interface Dependencies {
  postgres: Postgres;
  postbacks: PostbackRepository;
  ledger: LedgerRepository;
  recording: Recording;
  checkouts: CheckoutRepository;
  tokens: Pick<CheckoutTokens, 'read'>;
  subscribers: SubscriberProjection;
  partnerSettings: PartnerSettings;
  contracts: Pick<ContractRequestService, 'endContract'>;
  logger: Logger;
  timeSql: TimeSql;
}

type Match = { attribution: Attribution; matchedBy: PostbackMatch };
type Refundable = PaymentsOfOne & { matchedBy: PostbackMatch };

export const createPostbackService = ({
  postgres,
  postbacks,
  ledger,
  recording,
  checkouts,
  tokens,
  subscribers,
  partnerSettings,
  contracts,
  logger,
  timeSql,
}: Dependencies) => {
  /** Attributes a payment to the subscriber's affiliate, as decided at registration. */
  const credited = async (
    client: Queryable,
    { subscriberId, modelSlug }: Pick<Attribution, 'subscriberId' | 'modelSlug'>,
  ): Promise<Attribution> => ({
    subscriberId,
    modelSlug,
    affiliateId: (await partnerSettings.creditedTo(client, subscriberId))?.id ?? null,
  });

  /**
   * Finds the subscriber of a postback: its checkout's subscriber, else that of the transaction that it names or has, else the only one
   * with its address (docs/domain.md#postbacks).
   */
  const matchOf = async (
    client: Queryable,
    { partner, reference, transactionId, originalTransactionId, email }: Postback,
    claim: CheckoutClaim | null,
  ): Promise<Match | null> => {
    const checkout = reference === '' ? null : await checkouts.find(client, reference);
    if (claim) {
      // Also beside its row: it credits a payment whose subscriber is not in the projection.
      const { modelSlug, affiliateId } = await partnerSettings.ofClaim(client, claim);
      const attribution = {
        subscriberId: claim.subscriberId,
        modelSlug: checkout?.modelSlug ?? modelSlug,
        affiliateId,
      };
      return { matchedBy: 'checkout', attribution };
    }
    if (checkout) return { matchedBy: 'checkout', attribution: await credited(client, checkout) };
    for (const named of [originalTransactionId, transactionId]) {
      const entry = named === '' ? null : await ledger.find(client, partner, named);
      if (entry) return { matchedBy: 'transaction', attribution: await credited(client, entry) };
    }
    const subscriber = email === '' ? null : await subscribers.findOnlyByEmail(client, email);
    return (
      subscriber && {
        matchedBy: 'email',
        attribution: await credited(client, { subscriberId: subscriber.id, modelSlug: subscriber.modelSlug }),
      }
    );
  };

  const paymentsOf = (client: Queryable, partner: string, subscriberId: string): PaymentsOfOne => ({
    subscriberId,
    readPayments: () => ledger.paymentsOfSubscriber(client, partner, subscriberId),
  });

  /**
   * The payments of which a refund may refund one, the latest first: the named one, else those of its checkout, else of the
   * subscriber with its address.
   */
  const refundableBy = async (
    client: Queryable,
    { partner, reference: stated, originalTransactionId, email }: Postback,
  ): Promise<Refundable | null> => {
    if (originalTransactionId !== '') {
      const named = await ledger.find(client, partner, originalTransactionId);
      if (!named || !isPayment(named.kind)) return null;
      return { matchedBy: 'transaction', subscriberId: named.subscriberId, readPayments: async () => [named] };
    }
    const reference = checkoutReference(stated);
    if (reference === '') {
      const subscriber = email === '' ? null : await subscribers.findOnlyByEmail(client, email);
      return subscriber && { matchedBy: 'email', ...paymentsOf(client, partner, subscriber.id) };
    }
    const [latest] = await ledger.paymentsOfCheckout(client, partner, reference);
    if (!latest) return null;
    const readPayments = () => ledger.paymentsOfCheckout(client, partner, reference);
    return { matchedBy: 'checkout', subscriberId: latest.subscriberId, readPayments };
  };

  /** Continues the trace that the registration began, so that one trace leads from there to the first payment; the postback's own is linked. */
  const inRegistrationTrace = async (
    client: Queryable,
    { event }: Postback,
    { subscriberId }: Attribution,
    work: () => Promise<void>,
  ): Promise<void> => {
    const traceparent = event === 'first' ? await subscribers.traceparentOf(client, subscriberId) : '';
    return traceparent === '' ? work() : inSpan('record first payment', { from: { traceparent } }, work);
  };

  /** Records a stored postback where its subscriber is known; it waits as `unmatched` otherwise. */
  const match = async (client: Queryable, postback: Postback, claim: CheckoutClaim | null): Promise<Verdict> => {
    if (isEntry(postback) && isRefund(postback.event)) {
      const refundable = await refundableBy(client, postback);
      return refundable
        ? recording.refund(client, { ...postback, matchedBy: refundable.matchedBy }, refundable)
        : 'unmatched';
    }
    const found = await matchOf(client, postback, claim);
    if (!isEntry(postback)) {
      // Nothing moved: there is nothing to wait for where its subscriber is unknown.
      const { matchedBy = '' as const, attribution } = found ?? {};
      const subscriberId = attribution?.subscriberId ?? null;
      const call = found ? postback.call : postback.call && withoutAddresses(postback.call);
      await postbacks.settle(client, { ...postback, verdict: 'declined', matchedBy, subscriberId, call });
      return 'declined';
    }
    if (!found) return 'unmatched';
    const { matchedBy, attribution } = found;
    const matched = { ...postback, matchedBy };
    if (postback.event === 'cancellation') await recording.cancellation(client, matched, attribution);
    else {
      await inRegistrationTrace(client, postback, attribution, () => recording.payment(client, matched, attribution));
      const { subscriberId } = attribution;
      if (await subscribers.isErased(client, subscriberId)) await contracts.endContract(client, subscriberId);
    }
    return 'recorded';
  };

  /** Removes the address of a call that arrives after the erasure of its subscriber. */
  const eraseLateAddress = async (client: Queryable, postback: Postback): Promise<void> => {
    if (!postback.call || !statesAddress(postback.call)) return;
    const subscriberId = await postbacks.subscriberOf(client, postback);
    if (subscriberId && (await subscribers.isErased(client, subscriberId)))
      await postbacks.eraseAddresses(client, subscriberId);
  };

  /** A waiting postback, locked. @throws AppError POSTBACK_NOT_FOUND when none waits under the id */
  const lockWaiting = async (client: Queryable, id: string): Promise<Postback<EntryEvent>> => {
    const known = await postbacks.find(client, id);
    if (known) await postbacks.lockRelated(client, known);
    // Again under the lock: it may have been matched meanwhile.
    const waiting = await postbacks.find(client, id);
    if (waiting?.verdict !== 'unmatched' || !isEntry(waiting)) throw new AppError('POSTBACK_NOT_FOUND');
    return waiting;
  };

  /** Records a refund that the administrator gives to a subscriber. */
  const refundOf = async (
    client: Queryable,
    postback: Postback<EntryEvent>,
    attribution: Attribution,
  ): Promise<Verdict> => {
    const { partner, originalTransactionId } = postback;
    const refundable =
      originalTransactionId === ''
        ? paymentsOf(client, partner, attribution.subscriberId)
        : await refundableBy(client, postback);
    const verdict = refundable ? await recording.refund(client, postback, refundable) : 'unmatched';
    if (verdict !== 'unmatched') return verdict;
    await recording.refundWithoutPayment(client, postback, attribution);
    return 'recorded';
  };

  /**
   * @throws AppError POSTBACK_PAYMENT_WAITING where the payment of a refund or cancellation waits too,
   * POSTBACK_OTHER_SUBSCRIBER where it is recorded of another subscriber
   */
  const checkPaymentOf = async (client: Queryable, postback: Postback, subscriberId: string): Promise<void> => {
    const { partner, originalTransactionId, event } = postback;
    if (isPayment(event)) return;
    if (await postbacks.isAheadOfWaiting(client, postback)) throw new AppError('POSTBACK_PAYMENT_WAITING');
    const named = originalTransactionId !== '' && (await ledger.find(client, partner, originalTransactionId));
    if (named && named.subscriberId !== subscriberId) throw new AppError('POSTBACK_OTHER_SUBSCRIBER');
  };

  return {
    /**
     * Stores a partner's notification with a verdict and applies it once, whatever the number and order of its repetitions.
     * @throws AppError VALIDATION_FAILED for a partial refund without an amount
     */
    receive: async (
      partner: string,
      fields: PostbackFields,
      { webhookId, call }: Pick<Postback, 'webhookId' | 'call'>,
    ): Promise<Verdict> => {
      if (fields.event === 'partial_refund' && fields.amount === undefined)
        throw new AppError('VALIDATION_FAILED', { text: 'Un remboursement partiel indique son montant' });
      const { reference, claim } = await tokens.read(fields.sub4);
      const { postback, verdict } = await postgres.transaction(async (client) => {
        const postback: Postback = {
          ...postbackOf(partner, { ...fields, sub4: reference }, await readTime(client, timeSql)),
          id: randomUUID(),
          webhookId,
          verdict: 'unmatched',
          matchedBy: '',
          subscriberId: null,
          call,
        };
        await postbacks.lockRelated(client, postback);
        const isDuplicate = await postbacks.isRepeated(client, postback);
        await postbacks.insert(client, isDuplicate ? { ...postback, verdict: 'duplicate', email: '' } : postback);
        const verdict: Verdict = isDuplicate ? 'duplicate' : await match(client, postback, claim);
        await eraseLateAddress(client, postback);
        return { postback, verdict };
      });
      logger.info({ partner, postbackId: postback.id, event: postback.event, verdict }, 'postback');
      if (postback.discrepancies.length > 0)
        logger.warn(
          { partner, postbackId: postback.id, discrepancies: postback.discrepancies },
          'postback differs from the offer',
        );
      return verdict;
    },
    /** @throws AppError VALIDATION_FAILED for a cursor that no postback has */
    unmatched: async (cursor: string | null): ReturnType<PostbackRepository['unmatched']> => {
      if (cursor !== null && !(await postbacks.find(postgres, cursor)))
        throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
      return postbacks.unmatched(cursor);
    },
    /** @throws AppError POSTBACK_NOT_FOUND when none waits under the id */
    candidates: async (id: string): Promise<PostbackCandidate[]> => {
      const waiting = await postbacks.find(postgres, id);
      if (waiting?.verdict !== 'unmatched') throw new AppError('POSTBACK_NOT_FOUND');
      return candidatesOf(postgres, waiting);
    },
    /**
     * Gives an unmatched postback to the subscriber of that address or id.
     * @throws AppError POSTBACK_NOT_FOUND when none waits under the id, SUBSCRIBER_NOT_FOUND, POSTBACK_PAYMENT_WAITING,
     * POSTBACK_OTHER_SUBSCRIBER
     */
    reconcile: async (id: string, target: ReconcileTarget): Promise<Verdict> => {
      const subscriber = await ('email' in target
        ? subscribers.findByEmail(target.email)
        : subscribers.find(target.subscriber_id));
      return postgres.transaction<Verdict>(async (client) => {
        const waiting = { ...(await lockWaiting(client, id)), matchedBy: 'administrator' as const };
        if (!subscriber) throw new AppError('SUBSCRIBER_NOT_FOUND');
        const attribution = await credited(client, { subscriberId: subscriber.id, modelSlug: subscriber.modelSlug });
        await checkPaymentOf(client, waiting, subscriber.id);
        if (isRefund(waiting.event)) return refundOf(client, waiting, attribution);
        if (waiting.event === 'cancellation') await recording.cancellation(client, waiting, attribution);
        else await recording.payment(client, waiting, attribution);
        return 'recorded';
      });
    },
    /**
     * Matches an unmatched postback again: what explains it may have arrived since.
     * @throws AppError POSTBACK_NOT_FOUND when none waits under the id
     */
    replay: (id: string): Promise<Verdict> =>
      postgres.transaction(async (client) => match(client, await lockWaiting(client, id), null)),
  };
};
export type PostbackService = ReturnType<typeof createPostbackService>;
