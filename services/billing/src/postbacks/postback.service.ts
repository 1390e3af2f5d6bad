import { randomUUID } from 'node:crypto';
import type { PostbackQuery, Verdict } from 'contracts/operations/billing';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { inSpan } from 'service-kit/tracing';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import { remainingCents } from '../ledger/fold-ledger.ts';
import { isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerSettings } from '../projections/partner-settings.repository.ts';
import type { SubscriberRepository } from '../projections/subscriber.repository.ts';
import { postbackOf } from './postback.ts';
import type { Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';
import type { Recording } from './recording.ts';

interface Dependencies {
  postgres: Postgres;
  postbacks: PostbackRepository;
  ledger: LedgerRepository;
  recording: Recording;
  checkouts: CheckoutRepository;
  subscribers: SubscriberRepository;
  partnerSettings: PartnerSettings;
  logger: Logger;
  clock: () => Date;
}

export const createPostbackService = ({
  postgres,
  postbacks,
  ledger,
  recording,
  checkouts,
  subscribers,
  partnerSettings,
  logger,
  clock,
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

  /** Whom a payment belongs to: its checkout's subscriber, else that of the transaction that it continues. */
  const attributionOf = async (
    client: Queryable,
    { partner, reference, originalTransactionId }: Postback,
  ): Promise<Attribution | null> => {
    const checkout = reference === '' ? null : await checkouts.find(client, reference);
    const known =
      checkout ?? (originalTransactionId === '' ? null : await ledger.find(client, partner, originalTransactionId));
    return known && credited(client, known);
  };

  /** The payment that a refund refunds: the named one, else the checkout's latest of which something is left, else its latest. */
  const refundedPayment = async (
    client: Queryable,
    { partner, reference, originalTransactionId }: Postback,
  ): Promise<LedgerEntry | null> => {
    if (originalTransactionId !== '') return ledger.find(client, partner, originalTransactionId);
    const payments = reference === '' ? [] : await ledger.paymentsOfCheckout(client, partner, reference);
    const [latest] = payments;
    if (!latest) return null;
    const entries = await ledger.ofSubscriber(client, latest.subscriberId);
    return payments.find((payment) => remainingCents(payment, entries) > 0) ?? latest;
  };

  /** Continues the trace that the registration began, so that one trace leads from there to the first payment; the postback's own is linked. */
  const inStory = async (
    client: Queryable,
    { event }: Postback,
    { subscriberId }: Attribution,
    work: () => Promise<void>,
  ): Promise<void> => {
    const traceparent = event === 'first' ? await subscribers.traceparentOf(client, subscriberId) : '';
    return traceparent === '' ? work() : inSpan('record first payment', { from: { traceparent } }, work);
  };

  /** Records a stored postback where its subscriber is known; it waits as `unmatched` otherwise. */
  const match = async (client: Queryable, postback: Postback): Promise<Verdict> => {
    if (isRefund(postback.event)) {
      const payment = await refundedPayment(client, postback);
      if (!payment) return 'unmatched';
      return (await recording.refund(client, postback, payment)) ? 'recorded' : 'ignored';
    }
    const attribution = await attributionOf(client, postback);
    if (!attribution) return 'unmatched';
    await inStory(client, postback, attribution, () => recording.payment(client, postback, attribution));
    return 'recorded';
  };

  return {
    /** Stores a partner's notification with a verdict and applies it once, whatever the number and order of its repetitions. */
    receive: async (partner: string, query: PostbackQuery): Promise<Verdict> => {
      const postback: Postback = { ...postbackOf(partner, query, clock()), id: randomUUID(), verdict: 'unmatched' };
      const verdict = await postgres.transaction<Verdict>(async (client) => {
        await postbacks.lockStory(client, postback);
        const isDuplicate = (await postbacks.ofTransaction(client, partner, postback.transactionId)) !== null;
        await postbacks.insert(client, isDuplicate ? { ...postback, verdict: 'duplicate' } : postback);
        return isDuplicate ? 'duplicate' : match(client, postback);
      });
      logger.info({ partner, postbackId: postback.id, event: postback.event, verdict }, 'postback');
      if (postback.discrepancies.length > 0)
        logger.warn(
          { partner, postbackId: postback.id, discrepancies: postback.discrepancies },
          'postback differs from the offer',
        );
      return verdict;
    },
    unmatched: () => postbacks.unmatched(),
    /**
     * Gives an unmatched postback to the subscriber of that address.
     * @throws AppError POSTBACK_NOT_FOUND when none waits under the id, SUBSCRIBER_NOT_FOUND
     */
    reconcile: async (id: string, email: string): Promise<Verdict> => {
      const subscriber = await subscribers.findByEmail(email);
      return postgres.transaction<Verdict>(async (client) => {
        const known = await postbacks.find(client, id);
        if (known) await postbacks.lockStory(client, known);
        // Again under the lock: it may have been matched meanwhile.
        const waiting = await postbacks.find(client, id);
        if (waiting?.verdict !== 'unmatched') throw new AppError('POSTBACK_NOT_FOUND');
        if (!subscriber) throw new AppError('SUBSCRIBER_NOT_FOUND');
        const attribution = await credited(client, { subscriberId: subscriber.id, modelSlug: subscriber.modelSlug });
        if (isRefund(waiting.event)) await recording.refundWithoutPayment(client, waiting, attribution);
        else await recording.payment(client, waiting, attribution);
        return 'recorded';
      });
    },
  };
};
export type PostbackService = ReturnType<typeof createPostbackService>;
