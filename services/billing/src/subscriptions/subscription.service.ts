import type { Subscription } from 'contracts/subscribers';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { PartnerSettings } from '../projections/partner-settings.repository.ts';
import type { SubscriberRepository } from '../projections/subscriber.repository.ts';
import { accessUntil, advance, hasAccess } from './subscription-state.ts';
import type { Step } from './subscription-state.ts';
import type { StoredSubscription, SubscriptionRepository } from './subscription.repository.ts';

export interface SubscriptionDeps {
  postgres: Postgres;
  subscriptions: SubscriptionRepository;
  subscribers: SubscriberRepository;
  partnerSettings: PartnerSettings;
  graceDays: number;
  defaultTelegramLink: string;
  clock: () => Date;
}

/** Subscriptions changed by one round of the sweep. */
const SWEPT_AT_ONCE = 100;

export const createSubscriptionService = ({ postgres, subscriptions, subscribers, partnerSettings, graceDays, defaultTelegramLink, clock }: SubscriptionDeps) => {
  const apply = async (client: Queryable, before: StoredSubscription, step: Step): Promise<StoredSubscription> => {
    const change = advance(before, step, { now: clock(), graceDays });
    if (!change) return before;
    const after = { ...before, ...change.after, revision: before.revision + 1 };
    await subscriptions.save(client, after);
    if (change.outcome) {
      const paidUntil = accessUntil(after, graceDays)?.toISOString() ?? null;
      await saveEvents(client, createEvent(`subscription.${change.outcome}`, { subscriberId: after.subscriberId, paidUntil }, after.revision));
    }
    return after;
  };

  const hasPaid = async (subscriberId: string): Promise<boolean> => {
    const found = await subscriptions.find(subscriberId);
    return found !== null && hasAccess(found, graceDays, clock());
  };

  /** The registration model's, then its affiliate's, then the site's (design, section 9). */
  const telegramLinkOf = async (subscriberId: string): Promise<string | null> => {
    const subscriber = await subscribers.find(subscriberId);
    const { model, owner } = await partnerSettings.ofModel(subscriber?.modelId ?? null);
    return model?.telegramLink || owner?.telegramLink || defaultTelegramLink || null;
  };

  return {
    apply,
    hasPaid,
    /** What the subscriber may know of it; nobody's is state `none`. */
    view: async (subscriberId: string): Promise<Subscription> => {
      const found = await subscriptions.find(subscriberId);
      if (!found) return { hasPaid: false, state: 'none', paidUntil: null, telegramLink: null };
      const paid = hasAccess(found, graceDays, clock());
      return { hasPaid: paid, state: found.state, paidUntil: found.paidUntil?.toISOString() ?? null, telegramLink: paid ? await telegramLinkOf(subscriberId) : null };
    },
    /** Moves the subscriptions whose time has come; returns how many. */
    sweep: async (): Promise<number> => {
      let moved = 0;
      for (;;) {
        const round = await postgres.transaction(async (client) => {
          const due = await subscriptions.lockDue(client, { now: clock(), graceDays, limit: SWEPT_AT_ONCE });
          for (const subscription of due) await apply(client, subscription, { type: 'time-passed' });
          return due.length;
        });
        moved += round;
        if (round < SWEPT_AT_ONCE) return moved;
      }
    },
  };
};
export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
