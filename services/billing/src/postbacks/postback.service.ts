import { randomUUID } from 'node:crypto';
import type { PostbackQuery, Verdict } from 'contracts/operations/billing';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { inSpan } from 'service-kit/tracing';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import { creditedAffiliate } from '../checkouts/offer.ts';
import type { PartnerSettings } from '../projections/partner-settings.repository.ts';
import type { SubscriberRepository } from '../projections/subscriber.repository.ts';
import type { LedgerRepository } from './ledger.repository.ts';
import { postbackOf, takesBack } from './postback.ts';
import type { Attribution, Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';
import type { Recording } from './recording.ts';

export interface PostbackDeps {
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

type Finding = { verdict: 'recorded'; attribution: Attribution; originalTransactionId: string } | { verdict: Exclude<Verdict, 'recorded'> };

export const createPostbackService = ({ postgres, postbacks, ledger, recording, checkouts, subscribers, partnerSettings, logger, clock }: PostbackDeps) => {
  /** The transaction that a refund is about: the named one, else the checkout's latest payment; null: taken back before. */
  const originalOf = async (client: Queryable, { partner, reference, originalTransactionId }: Postback): Promise<string | null> => {
    if (originalTransactionId !== '') {
      const earlier = await postbacks.takingBack(client, partner, originalTransactionId);
      return earlier.some(({ verdict }) => verdict === 'recorded') ? null : originalTransactionId;
    }
    const payments = reference === '' ? [] : await postbacks.paymentsOf(client, partner, reference);
    if (payments.length > 0) return payments.find(({ takenBack }) => !takenBack)?.transactionId ?? null;
    const ahead = reference === '' ? null : await postbacks.refundAhead(client, partner, reference);
    return ahead ? null : '';
  };

  const findingFor = async (client: Queryable, postback: Postback): Promise<Finding> => {
    const { partner, transactionId, reference, event } = postback;
    if (await postbacks.ofTransaction(client, partner, transactionId)) return { verdict: 'duplicate' };
    const originalTransactionId = takesBack(event) ? await originalOf(client, postback) : postback.originalTransactionId;
    if (originalTransactionId === null) return { verdict: 'ignored' };
    const ofOriginal = () => (originalTransactionId === '' ? null : ledger.attributionOf(client, partner, originalTransactionId));
    const ofCheckout = () => (reference === '' ? null : checkouts.find(client, reference));
    const attribution = takesBack(event) ? ((await ofOriginal()) ?? (await ofCheckout())) : ((await ofCheckout()) ?? (await ofOriginal()));
    if (!attribution) return { verdict: 'unmatched' };
    const { subscriberId, affiliate, modelSlug } = attribution;
    return { verdict: 'recorded', attribution: { subscriberId, affiliate, modelSlug }, originalTransactionId };
  };

  /** The first payment goes on with the trace that the registration began, so that one trace leads from there to what is unlocked; the postback's own is linked. */
  const inStory = async (client: Queryable, { event }: Postback, { subscriberId }: Attribution, work: () => Promise<void>): Promise<void> => {
    const traceparent = event === 'first' ? await subscribers.traceparentOf(client, subscriberId) : '';
    return traceparent === '' ? work() : inSpan('record first payment', { from: { traceparent } }, work);
  };

  return {
    /** Keeps a partner's notification and does what it says, once, whatever the number and order of its repetitions. */
    receive: async (partner: string, query: PostbackQuery): Promise<Verdict> => {
      const told: Postback = { ...postbackOf(partner, query), id: randomUUID(), verdict: 'unmatched', receivedAt: clock() };
      const verdict = await postgres.transaction<Verdict>(async (client) => {
        await postbacks.lockStory(client, told);
        const finding = await findingFor(client, told);
        if (finding.verdict !== 'recorded') {
          await postbacks.insert(client, { ...told, verdict: finding.verdict });
          return finding.verdict;
        }
        const postback: Postback = { ...told, verdict: 'recorded', originalTransactionId: finding.originalTransactionId };
        await postbacks.insert(client, postback);
        await inStory(client, postback, finding.attribution, () => recording.record(client, postback, finding.attribution));
        return 'recorded';
      });
      logger.info({ partner, postbackId: told.id, event: told.event, verdict }, 'postback');
      return verdict;
    },
    unmatched: () => postbacks.unmatched(),
    /**
     * Gives an unmatched postback to the subscriber of that address.
     * @throws AppError POSTBACK_NOT_FOUND when none waits under the id, SUBSCRIBER_NOT_FOUND
     */
    reconcile: async (id: string, email: string): Promise<Verdict> => {
      const subscriber = await subscribers.findByEmail(email);
      const named = subscriber && (await partnerSettings.ofModel(subscriber.modelId));
      return postgres.transaction<Verdict>(async (client) => {
        const known = await postbacks.find(client, id);
        if (known) await postbacks.lockStory(client, known);
        // Again under the lock: it may have found its subscriber meanwhile.
        const waiting = await postbacks.find(client, id);
        if (waiting?.verdict !== 'unmatched') throw new AppError('POSTBACK_NOT_FOUND');
        if (!subscriber || !named) throw new AppError('SUBSCRIBER_NOT_FOUND');
        await postbacks.setVerdict(client, id, 'recorded');
        await recording.record(client, { ...waiting, verdict: 'recorded' }, { subscriberId: subscriber.id, affiliate: creditedAffiliate(subscriber, { ...named, affiliate: null }), modelSlug: subscriber.modelSlug });
        return 'recorded';
      });
    },
  };
};
export type PostbackService = ReturnType<typeof createPostbackService>;
