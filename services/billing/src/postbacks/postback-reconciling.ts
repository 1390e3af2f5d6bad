import type { PostbackCandidate, ReconcileTarget, Verdict } from 'contracts/operations/postbacks';
import { AppError } from 'service-kit/errors';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { SubscriberProjection } from '../projections/subscriber.projection.ts';
import { candidatesOf } from './candidate.repository.ts';
import type { PostbackMatching } from './postback-matching.ts';
import type { RelatedPostbackRepository } from './related-postback.repository.ts';
import { isEntry } from './postback.ts';
import type { EntryPostback, Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';
import type { Recording } from './recording.ts';

interface Dependencies {
  postgres: Postgres;
  postbacks: Pick<PostbackRepository, 'byId'>;
  related: Pick<RelatedPostbackRepository, 'lockRelated' | 'isAheadOfWaiting'>;
  ledger: Pick<LedgerRepository, 'byTransaction'>;
  recording: Recording;
  subscribers: Pick<SubscriberProjection, 'byId' | 'byEmail'>;
  matching: PostbackMatching;
}

/** Assigns unmatched postbacks to subscribers (docs/domain.md#postbacks). */
export const createPostbackReconciling = ({
  postgres,
  postbacks,
  related,
  ledger,
  recording,
  subscribers,
  matching: { credited, paymentsOf, refundableBy, match, recordCheckingErasure, eraseLateAddress },
}: Dependencies) => {
  /** Locks and returns an unmatched postback. @throws AppError POSTBACK_NOT_FOUND when no unmatched one has the id */
  const lockWaiting = async (client: Queryable, id: string): Promise<EntryPostback> => {
    const known = await postbacks.byId(client, id);
    if (known) await related.lockRelated(client, known);
    // Read again under the lock: it may have been matched meanwhile.
    const waiting = await postbacks.byId(client, id);
    if (waiting?.verdict !== 'unmatched' || !isEntry(waiting)) throw new AppError('POSTBACK_NOT_FOUND');
    return waiting;
  };

  /** Records a refund that the administrator assigns to a subscriber. */
  const assignRefund = async (
    client: Queryable,
    postback: EntryPostback,
    attribution: Attribution,
  ): Promise<Verdict> => {
    const { partner, originalTransactionId } = postback;
    const refundable =
      originalTransactionId === ''
        ? paymentsOf(client, partner, attribution.subscriberId)
        : await refundableBy(client, postback);
    const verdict = refundable ? await recording.recordRefund(client, postback, refundable) : 'unmatched';
    if (verdict !== 'unmatched') return verdict;
    await recording.recordRefundWithoutPayment(client, postback, attribution);
    return 'recorded';
  };

  const assign = async (client: Queryable, postback: EntryPostback, attribution: Attribution): Promise<Verdict> => {
    if (isRefund(postback.event)) return assignRefund(client, postback, attribution);
    if (postback.event === 'cancellation') await recording.recordCancellation(client, postback, attribution);
    else await recordCheckingErasure(client, postback, attribution);
    return 'recorded';
  };

  /**
   * @throws AppError POSTBACK_OTHER_SUBSCRIBER when the named transaction belongs to another subscriber, POSTBACK_PAYMENT_WAITING
   *   when the payment that it names is unmatched too
   */
  const checkPaymentOf = async (client: Queryable, postback: Postback, subscriberId: string): Promise<void> => {
    const { partner, originalTransactionId } = postback;
    const namedEntry =
      originalTransactionId !== '' && (await ledger.byTransaction(client, partner, originalTransactionId));
    if (namedEntry && namedEntry.subscriberId !== subscriberId) throw new AppError('POSTBACK_OTHER_SUBSCRIBER');
    if (await related.isAheadOfWaiting(client, postback)) throw new AppError('POSTBACK_PAYMENT_WAITING');
  };

  return {
    /** @throws AppError POSTBACK_NOT_FOUND when no unmatched postback has the id */
    candidates: async (id: string): Promise<PostbackCandidate[]> => {
      const waiting = await postbacks.byId(postgres, id);
      if (waiting?.verdict !== 'unmatched') throw new AppError('POSTBACK_NOT_FOUND');
      return candidatesOf(postgres, waiting);
    },
    /**
     * Assigns an unmatched postback to the subscriber with that address or id.
     * @throws AppError POSTBACK_NOT_FOUND when no unmatched postback has the id, SUBSCRIBER_NOT_FOUND, POSTBACK_PAYMENT_WAITING,
     *   POSTBACK_OTHER_SUBSCRIBER
     */
    reconcile: async (id: string, target: ReconcileTarget): Promise<Verdict> => {
      const subscriber = await ('email' in target
        ? subscribers.byEmail(target.email)
        : subscribers.byId(target.subscriber_id));
      return postgres.transaction<Verdict>(async (client) => {
        const waiting = { ...(await lockWaiting(client, id)), matchedBy: 'administrator' as const };
        if (!subscriber) throw new AppError('SUBSCRIBER_NOT_FOUND');
        const attribution = await credited(client, { subscriberId: subscriber.id, modelSlug: subscriber.modelSlug });
        await checkPaymentOf(client, waiting, subscriber.id);
        const verdict = await assign(client, waiting, attribution);
        await eraseLateAddress(client, waiting);
        return verdict;
      });
    },
    /**
     * Matches an unmatched postback again: the missing data may have arrived since.
     * @throws AppError POSTBACK_NOT_FOUND when no unmatched postback has the id
     */
    replay: (id: string): Promise<Verdict> =>
      postgres.transaction(async (client) => {
        const waiting = await lockWaiting(client, id);
        const { verdict, payer } = await match(client, waiting, null);
        await eraseLateAddress(client, waiting, payer);
        return verdict;
      }),
  };
};
export type PostbackReconciling = ReturnType<typeof createPostbackReconciling>;
