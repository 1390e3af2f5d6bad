import type { Logger } from 'service-kit/logger';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import type { ReadNextCharge } from './next-charge.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';

/** Days between the notice and the charge that it announces (docs/domain.md#mails). */
export const NOTICE_DAYS = 3;
const INTERVAL_MS = 60_000;
const ANNOUNCED_AT_ONCE = 100;

interface Dependencies {
  postgres: Postgres;
  subscriptions: Pick<SubscriptionRepository, 'lockUnannounced' | 'markAnnounced'>;
  readNextCharge: ReadNextCharge;
  logger: Logger;
}

/** Announces the next charge of each active subscription once, a few days before it; every replica may run it. */
export const createRenewalNotices = ({ postgres, subscriptions, readNextCharge, logger }: Dependencies) => {
  const announceSome = (): Promise<number> =>
    postgres.transaction(async (client) => {
      const due = await subscriptions.lockUnannounced(client, { days: NOTICE_DAYS, limit: ANNOUNCED_AT_ONCE });
      for (const subscription of due) {
        const { subscriberId, revision } = subscription;
        const charge = await readNextCharge(client, subscription);
        // A contract that ends before is not looked at again either: its cancellation was confirmed.
        await subscriptions.markAnnounced(client, subscriberId);
        if (!charge) continue;
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
      return due.length;
    });

  /** Announces all that are due. */
  const announce = async (): Promise<void> => {
    while ((await announceSome()) === ANNOUNCED_AT_ONCE);
  };
  return {
    announce,
    worker: createWorker({ name: 'renewal notices', intervalMs: INTERVAL_MS, work: announce, logger }),
  };
};
