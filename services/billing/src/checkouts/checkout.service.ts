import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Postgres } from 'service-kit/postgres';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { PartnerSettings } from '../projections/partner-settings.repository.ts';
import type { KnownSubscriber, SubscriberRepository } from '../projections/subscriber.repository.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { CheckoutRepository } from './checkout.repository.ts';
import { chooseOffer, partnerLink } from './offer.ts';

interface Dependencies {
  postgres: Postgres;
  checkouts: CheckoutRepository;
  subscribers: SubscriberRepository;
  partnerSettings: PartnerSettings;
  subscriptions: SubscriptionRepository;
  subscriptionService: Pick<SubscriptionService, 'hasPaid'>;
  hosts: PaymentHosts;
  defaultOfferUrl: string;
}

/** Timeout and poll interval, in milliseconds, for a subscriber whose registration event has not arrived yet. */
const PATIENCE = 3_000;
const LOOK_EVERY = 50;

export type Destination = { kind: 'partner'; url: string } | { kind: 'paid' } | { kind: 'not-yet-known' };

export const createCheckoutService = ({
  postgres,
  checkouts,
  subscribers,
  partnerSettings,
  subscriptions,
  subscriptionService,
  hosts,
  defaultOfferUrl,
}: Dependencies) => {
  const awaitSubscriber = async (id: string): Promise<KnownSubscriber | null> => {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const subscriber = await subscribers.find(id);
      if (subscriber || Date.now() >= deadline) return subscriber;
      await pause(LOOK_EVERY);
    }
  };

  return {
    /**
     * Where a subscriber who wants to pay goes; opens a checkout when that is the partner.
     * @param slug a model's slug, an affiliate's, or "default"
     */
    begin: async (subscriberId: string, slug: string): Promise<Destination> => {
      if (await subscriptionService.hasPaid(subscriberId)) return { kind: 'paid' };
      const subscriber = await awaitSubscriber(subscriberId);
      if (!subscriber) return { kind: 'not-yet-known' };
      const named = await partnerSettings.ofLink(slug);
      const [registration, credited] = await Promise.all([
        partnerSettings.ofModel(subscriber.modelId),
        partnerSettings.creditedTo(postgres, subscriberId),
      ]);
      const offer = chooseOffer(named.model ? named : { ...registration, affiliate: named.affiliate ?? credited }, {
        hosts,
        defaultOfferUrl,
      });
      const checkout = {
        reference: randomBytes(18).toString('base64url'),
        subscriberId,
        modelSlug: registration.model?.slug ?? subscriber.modelSlug,
        sourceId: offer.sourceId,
      };
      await postgres.transaction(async (client) => {
        await subscriptions.begin(client, subscriberId);
        await checkouts.open(client, checkout);
      });
      return {
        kind: 'partner',
        url: partnerLink(offer, subscriber, { reference: checkout.reference, affiliate: credited?.slug ?? '' }),
      };
    },
  };
};
export type CheckoutService = ReturnType<typeof createCheckoutService>;
