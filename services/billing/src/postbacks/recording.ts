import { randomUUID } from 'node:crypto';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import { oneMonthAfter } from '../subscriptions/subscription-state.ts';
import type { Step } from '../subscriptions/subscription-state.ts';
import type { StoredSubscription, SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { LedgerRepository } from './ledger.repository.ts';
import { takesBack } from './postback.ts';
import type { Attribution, Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';

export interface RecordingDeps {
  postbacks: PostbackRepository;
  ledger: LedgerRepository;
  subscriptions: SubscriptionRepository;
  subscriptionService: Pick<SubscriptionService, 'apply'>;
  clock: () => Date;
}

/** What a postback that belongs to somebody does: an entry in the ledger, a step of the subscription, and the events that tell both. */
export const createRecording = ({ postbacks, ledger, subscriptions, subscriptionService, clock }: RecordingDeps) => {
  /** The end of the partner's date; without one a month, which a renewal adds to what is paid already. */
  const paidUntil = ({ event, paidUntil: told }: Postback, subscription: StoredSubscription): Date => {
    if (told) return told;
    const now = clock();
    const { paidUntil: current } = subscription;
    return oneMonthAfter(event === 'renewal' && current && current > now ? current : now);
  };

  const enter = async (client: Queryable, postback: Postback, attribution: Attribution) => {
    const amountCents = takesBack(postback.event) ? -postback.amountCents : postback.amountCents;
    const entry = { id: randomUUID(), postbackId: postback.id, kind: postback.event, amountCents, currency: postback.currency, recordedAt: clock(), ...attribution };
    await ledger.insert(client, entry);
    return entry;
  };

  /** Marks the refund that came before its payment as this payment's; returns it when it was waiting to be matched until now. */
  const settleEarlierRefund = async (client: Queryable, payment: Postback): Promise<{ takenBack: boolean; adopted: Postback | null }> => {
    const [named, ...repeated] = await postbacks.takingBack(client, payment.partner, payment.transactionId);
    for (const other of repeated) if (other.verdict === 'unmatched') await postbacks.setVerdict(client, other.id, 'ignored');
    if (named?.verdict === 'unmatched') {
      await postbacks.setVerdict(client, named.id, 'recorded');
      return { takenBack: true, adopted: named };
    }
    if (named) return { takenBack: true, adopted: null };
    const ahead = payment.reference === '' ? null : await postbacks.refundAhead(client, payment.partner, payment.reference);
    if (ahead) await postbacks.setOriginal(client, ahead.id, payment.transactionId);
    return { takenBack: ahead !== null, adopted: null };
  };

  return {
    /** Records a postback (its row is stored already) for somebody, in the caller's transaction. */
    record: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const { subscriberId, affiliate, modelSlug } = attribution;
      const subscription = await subscriptions.lock(client, subscriberId);
      const entries = [await enter(client, postback, attribution)];
      let step: Step | null = { type: 'taken-back' };
      if (!takesBack(postback.event)) {
        const { takenBack, adopted } = await settleEarlierRefund(client, postback);
        if (adopted) entries.push(await enter(client, adopted, attribution));
        // A refund recorded before its payment has closed the subscription then; what was paid since stays open.
        else step = takenBack ? null : { type: 'paid', until: paidUntil(postback, subscription) };
      }
      const { revision } = step ? await subscriptionService.apply(client, subscription, step) : subscription;
      for (const { id, amountCents, currency, kind } of entries) await saveEvents(client, createEvent('payment.recorded', { id, subscriberId, amountCents, currency, kind, affiliate, modelSlug }, revision));
    },
  };
};
export type Recording = ReturnType<typeof createRecording>;
