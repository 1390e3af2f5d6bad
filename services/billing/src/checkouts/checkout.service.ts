import { randomBytes } from 'node:crypto';
import type { Postgres } from 'service-kit/postgres';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { PartnerSettingsProjection } from '../projections/partner-settings.projection.ts';
import type { KnownSubscriber, Registration, SubscriberProjection } from '../projections/subscriber.projection.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { CheckoutRepository } from './checkout.repository.ts';
import { REFERENCE_BYTES } from './checkout-token.ts';
import type { CheckoutTokens } from './checkout-token.ts';
import { chooseOffer, partnerLink } from './offer.ts';

interface Dependencies {
  postgres: Postgres;
  checkouts: CheckoutRepository;
  tokens: CheckoutTokens;
  subscribers: SubscriberProjection;
  partnerSettings: PartnerSettingsProjection;
  subscriptions: SubscriptionRepository;
  subscriptionService: Pick<SubscriptionService, 'hasPaid'>;
  paymentHosts: PaymentHosts;
  defaultOfferUrl: string;
}

export type Destination = { kind: 'partner'; url: string } | { kind: 'paid' } | { kind: 'not-yet-known' };

export const createCheckoutService = ({
  postgres,
  checkouts,
  tokens,
  subscribers,
  partnerSettings,
  subscriptions,
  subscriptionService,
  paymentHosts,
  defaultOfferUrl,
}: Dependencies) => {
  /** Returns the subscriber from the projection; adds it from the signed registration when its event has not arrived yet. */
  const knownSubscriber = async (
    id: string,
    registrationOf: () => Promise<Registration | null>,
  ): Promise<KnownSubscriber | null> => {
    const projectedSubscriber = await subscribers.byId(id);
    if (projectedSubscriber) return projectedSubscriber;
    const registration = await registrationOf();
    if (!registration) return null;
    await postgres.transaction((client) => subscribers.addRegistration(client, registration));
    return subscribers.byId(id);
  };

  return {
    /**
     * Returns the destination of a subscriber who wants to pay; opens a checkout if it is the partner.
     * @param slug a model's slug, an affiliate's, or "default"
     * @param registrationOf reads the registration from the subscriber's browser; null when it has none
     * @param isBot whether a known bot opens the link
     */
    begin: async (
      subscriberId: string,
      slug: string,
      registrationOf: () => Promise<Registration | null>,
      isBot: boolean,
    ): Promise<Destination> => {
      if (await subscriptionService.hasPaid(subscriberId)) return { kind: 'paid' };
      const subscriber = await knownSubscriber(subscriberId, registrationOf);
      if (!subscriber) return { kind: 'not-yet-known' };
      const linkSettings = await partnerSettings.ofLink(slug);
      const [registration, credited] = await Promise.all([
        partnerSettings.ofModel(subscriber.modelId),
        partnerSettings.creditedTo(postgres, subscriberId),
      ]);
      const affiliate = linkSettings.affiliate?.isActive ? linkSettings.affiliate : credited;
      const offer = chooseOffer(linkSettings.model ? linkSettings : { ...registration, affiliate }, {
        hosts: paymentHosts,
        defaultOfferUrl,
      });
      const checkout = {
        reference: randomBytes(REFERENCE_BYTES).toString('base64url'),
        subscriberId,
        modelSlug: registration.model?.slug ?? subscriber.modelSlug,
        sourceId: offer.sourceId,
        isBot,
      };
      await postgres.transaction(async (client) => {
        await subscriptions.begin(client, subscriberId);
        await checkouts.open(client, checkout);
      });
      const token = await tokens.sign(checkout.reference, {
        subscriberId,
        modelId: subscriber.modelId,
        affiliateId: credited?.id ?? null,
      });
      return {
        kind: 'partner',
        url: partnerLink(offer, subscriber, { token, affiliate: credited?.slug ?? '' }),
      };
    },
  };
};
export type CheckoutService = ReturnType<typeof createCheckoutService>;
