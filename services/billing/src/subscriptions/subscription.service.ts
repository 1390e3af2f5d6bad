import type { Subscription } from 'contracts/subscribers';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerSettings } from '../projections/partner-settings.repository.ts';
import type { SubscriberRepository } from '../projections/subscriber.repository.ts';
import { accessUntil, hasAccess, isSame, outcomeOf, subscriptionOf } from './subscription-state.ts';
import type { StoredSubscription, SubscriptionRepository } from './subscription.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscriptions: SubscriptionRepository;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  subscribers: SubscriberRepository;
  partnerSettings: PartnerSettings;
  graceDays: number;
  defaultTelegramLink: string;
  clock: () => Date;
}

/** Subscriptions changed by one round of the sweep. */
const SWEPT_AT_ONCE = 100;

export const createSubscriptionService = ({
  postgres,
  subscriptions,
  ledger,
  subscribers,
  partnerSettings,
  graceDays,
  defaultTelegramLink,
  clock,
}: Dependencies) => {
  /** Folds the ledger of a locked subscription anew, and emits the change of access, if any. */
  const refold = async (client: Queryable, before: StoredSubscription): Promise<StoredSubscription> => {
    const facts = subscriptionOf(await ledger.ofSubscriber(client, before.subscriberId), { now: clock(), graceDays });
    if (isSame(before, facts)) {
      if (before.foldDue) await subscriptions.save(client, before);
      return before;
    }
    const after = { ...before, ...facts, revision: before.revision + 1 };
    await subscriptions.save(client, after);
    const outcome = outcomeOf(before, facts);
    if (outcome) {
      const paidUntil = accessUntil(after, graceDays)?.toISOString() ?? null;
      await saveEvents(
        client,
        createEvent(`subscription.${outcome}`, { subscriberId: after.subscriberId, paidUntil }, after.revision),
      );
    }
    return after;
  };

  const hasPaid = async (subscriberId: string): Promise<boolean> => {
    const found = await subscriptions.find(subscriberId);
    return found !== null && hasAccess(found, graceDays, clock());
  };

  /** The registration model's, then its affiliate's, then the site's (docs/domain.md#telegram). */
  const telegramLinkOf = async (subscriberId: string): Promise<string | null> => {
    const subscriber = await subscribers.find(subscriberId);
    const { model, owner } = await partnerSettings.ofModel(subscriber?.modelId ?? null);
    return model?.telegramLink || owner?.telegramLink || defaultTelegramLink || null;
  };

  return {
    refold,
    hasPaid,
    /** The view of a subscriber; state `none` without a subscription. */
    view: async (subscriberId: string): Promise<Subscription> => {
      const found = await subscriptions.find(subscriberId);
      if (!found) return { hasPaid: false, state: 'none', paidUntil: null, telegramLink: null };
      const paid = hasAccess(found, graceDays, clock());
      return {
        hasPaid: paid,
        state: found.state,
        paidUntil: found.paidUntil?.toISOString() ?? null,
        telegramLink: paid ? await telegramLinkOf(subscriberId) : null,
      };
    },
    /** Refolds the subscriptions that are due by time or by a migration; returns how many. */
    sweep: async (): Promise<number> => {
      let moved = 0;
      for (;;) {
        const round = await postgres.transaction(async (client) => {
          const due = await subscriptions.lockDue(client, { now: clock(), graceDays, limit: SWEPT_AT_ONCE });
          for (const subscription of due) await refold(client, subscription);
          return due.length;
        });
        moved += round;
        if (round < SWEPT_AT_ONCE) return moved;
      }
    },
  };
};
export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
