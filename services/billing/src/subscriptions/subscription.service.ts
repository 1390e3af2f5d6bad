import type { Subscription } from 'contracts/subscribers';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { checkoutNumberOf } from '../checkouts/checkout-number.ts';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerSettingsProjection } from '../projections/partner-settings.projection.ts';
import type { Invites } from '../telegram/invites.ts';
import { permanentLink } from '../telegram/telegram-access.ts';
import type { ReadOutlook } from './next-charge.ts';
import { accessUntil, hasAccess, isRenewalMissed, isSame, outcomeOf, subscriptionOf } from './subscription-state.ts';
import type { ReadSubscription, StoredSubscription, SubscriptionRepository } from './subscription.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscriptions: SubscriptionRepository;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  checkouts: Pick<CheckoutRepository, 'latestReference'>;
  partnerSettings: Pick<PartnerSettingsProjection, 'ofSubscriber'>;
  readOutlook: ReadOutlook;
  invites: Pick<Invites, 'isEnabled' | 'linkOf' | 'resume' | 'end'>;
  graceDays: number;
  defaultTelegramLink: string;
}

/** Number of subscriptions changed per round of the sweep. */
const SWEPT_AT_ONCE = 100;

export const createSubscriptionService = ({
  postgres,
  subscriptions,
  ledger,
  checkouts,
  partnerSettings,
  readOutlook,
  invites,
  graceDays,
  defaultTelegramLink,
}: Dependencies) => {
  /** Emits that the charge due at the end of the paid period is missing. */
  const reportMissedRenewal = async (client: Queryable, after: StoredSubscription): Promise<void> => {
    const { nextCharge: charge } = await readOutlook(client, after);
    const until = accessUntil(after, graceDays);
    if (!charge || !until) return;
    const { at, amountCents, currency } = charge;
    const accessEnd = until.toISOString();
    const data = {
      subscriberId: after.subscriberId,
      chargeAt: at.toISOString(),
      accessUntil: accessEnd,
      amountCents,
      currency,
    };
    await saveEvents(client, createEvent('renewal.failed', data, after.revision));
  };

  /**
   * Refolds the ledger of a locked subscription, and emits the change of access, if any.
   * @param entries the subscriber's whole ledger, if it was read under the lock
   * @param requestId request that causes the change and has its own announcement
   */
  const refold = async (
    client: Queryable,
    before: ReadSubscription,
    { entries, requestId }: { entries?: readonly LedgerEntry[]; requestId?: string | undefined } = {},
  ): Promise<StoredSubscription> => {
    const all = entries ?? (await ledger.ofSubscriber(client, before.subscriberId));
    const facts = subscriptionOf(all, { now: before.readAt, graceDays });
    if (isSame(before, facts)) {
      if (before.foldDue) await subscriptions.save(client, before);
      return before;
    }
    const after = { ...before, ...facts, revision: before.revision + 1 };
    await subscriptions.save(client, after);
    if (hasAccess(after, graceDays, before.readAt)) await invites.resume(client, after.subscriberId);
    else await invites.end(client, after.subscriberId);
    if (isRenewalMissed(before, facts)) await reportMissedRenewal(client, after);
    const outcome = outcomeOf(before, facts);
    if (outcome) {
      const paidUntil = accessUntil(after, graceDays)?.toISOString() ?? null;
      const data = { subscriberId: after.subscriberId, paidUntil };
      await saveEvents(
        client,
        outcome === 'cancelled' && requestId !== undefined
          ? createEvent('subscription.cancelled', { ...data, requestId }, after.revision)
          : createEvent(`subscription.${outcome}`, data, after.revision),
      );
    }
    return after;
  };

  const hasPaid = async (subscriberId: string): Promise<boolean> => {
    const subscription = await subscriptions.ofSubscriber(subscriberId);
    return subscription !== null && hasAccess(subscription, graceDays, subscription.readAt);
  };

  /** Returns the Telegram link: the registration model's, else its affiliate's, else the site's (docs/domain.md#telegram). */
  const telegramOf = async (
    subscriberId: string,
    settings: Awaited<ReturnType<PartnerSettingsProjection['ofSubscriber']>>,
  ): Promise<Pick<Subscription, 'telegramLink' | 'isTelegramPending'>> => {
    const link = permanentLink(settings, { isBotEnabled: invites.isEnabled, defaultTelegramLink });
    if (link || !invites.isEnabled) return { telegramLink: link || null, isTelegramPending: false };
    const telegramLink = await invites.linkOf(subscriberId);
    return { telegramLink, isTelegramPending: telegramLink === null };
  };

  return {
    refold,
    hasPaid,
    /** Returns a subscriber's view of the subscription; state `none` without one. */
    view: async (subscriberId: string): Promise<Subscription> => {
      const [found, settings] = await Promise.all([
        subscriptions.ofSubscriber(subscriberId),
        partnerSettings.ofSubscriber(subscriberId),
      ]);
      const modelSlug = settings.model?.slug ?? null;
      const common = {
        modelSlug,
        nextCharge: null,
        checkoutNumber: null,
        telegramLink: null,
        isTelegramPending: false,
      };
      if (!found) return { hasPaid: false, state: 'none', paidUntil: null, ...common };
      const paid = hasAccess(found, graceDays, found.readAt);
      const [{ nextCharge, scheduledEnd }, reference, telegram] = await Promise.all([
        readOutlook(postgres, found),
        paid ? null : checkouts.latestReference(postgres, subscriberId),
        paid && telegramOf(subscriberId, settings),
      ]);
      return {
        ...common,
        hasPaid: paid,
        state: found.state,
        paidUntil: found.paidUntil?.toISOString() ?? null,
        ...telegram,
        nextCharge: nextCharge && { ...nextCharge, at: nextCharge.at.toISOString() },
        checkoutNumber: reference && checkoutNumberOf(reference),
        ...(scheduledEnd && { scheduledEnd: scheduledEnd.toISOString() }),
      };
    },
    /** Refolds the subscriptions that are due by time or by a migration; returns their number. */
    sweep: async (): Promise<number> => {
      let moved = 0;
      for (;;) {
        const round = await postgres.transaction(async (client) => {
          const dueSubscriptions = await subscriptions.lockDue(client, { graceDays, limit: SWEPT_AT_ONCE });
          let changed = 0;
          for (const subscription of dueSubscriptions) {
            const after = await refold(client, subscription);
            if (subscription.foldDue || after.revision !== subscription.revision) changed += 1;
          }
          return { due: dueSubscriptions.length, changed };
        });
        moved += round.changed;
        // Due subscriptions that do not change would be read again in each round.
        if (round.due < SWEPT_AT_ONCE || round.changed === 0) return moved;
      }
    },
  };
};
export type SubscriptionService = ReturnType<typeof createSubscriptionService>;
