import type { Logger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import type { ReadNextCharge } from './next-charge.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';

/** Days between the notice and the announced charge (docs/domain.md#mails). */
export const NOTICE_DAYS = 3;
const INTERVAL_MS = 60_000;
const ANNOUNCED_AT_ONCE = 100;

interface Dependencies {
  postgres: Postgres;
  subscriptions: Pick<SubscriptionRepository, 'lockUnannounced' | 'markAnnounced'>;
  readNextCharge: ReadNextCharge;
  logger: Logger;
}

/** Announces the next charge of each active subscription once, a few days ahead; any replica may run it. */
export const createRenewalNotices = ({ postgres, subscriptions, readNextCharge, logger }: Dependencies) => {
  /** Announces a batch after a given subscriber; returns the last subscriber of a full batch, null when no more are due. */
  const announceSome = (after: string | null): Promise<string | null> =>
    postgres.transaction(async (client) => {
      const dueSubscriptions = await subscriptions.lockUnannounced(client, {
        days: NOTICE_DAYS,
        limit: ANNOUNCED_AT_ONCE,
        after,
      });
      for (const subscription of dueSubscriptions) {
        const { subscriberId, revision } = subscription;
        const charge = await readNextCharge(client, subscription);
        // The contract ends before the charge, but that end may still be moved: the notice stays due.
        if (!charge) continue;
        await subscriptions.markAnnounced(client, subscriberId);
        const { at, amountCents, currency } = charge;
        await saveEvents(
          client,
          createEvent(
            'renewal.upcoming',
            { subscriberId, chargeAt: at.toISOString(), amountCents, currency },
            revision,
          ),
        );
      }
      return dueSubscriptions.length === ANNOUNCED_AT_ONCE ? (dueSubscriptions.at(-1)?.subscriberId ?? null) : null;
    });

  /** Announces all due charges. */
  const announce = async (): Promise<void> => {
    let after: string | null = null;
    do after = await announceSome(after);
    while (after !== null);
  };
  return {
    announce,
    worker: createWorker({ name: 'renewal notices', intervalMs: INTERVAL_MS, work: announce, logger }),
  };
};
