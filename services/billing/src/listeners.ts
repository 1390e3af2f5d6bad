import type { ListenersOf } from 'service-kit/event-dispatch';
import { idempotent } from 'service-kit/inbox';
import type { Postgres } from 'service-kit/postgres';
import type { ContractRequestService } from './contract-requests/contract-request.service.ts';
import type { PostbackAddressRepository } from './postbacks/postback-address.repository.ts';
import type { PartnerSettingsProjection } from './projections/partner-settings.projection.ts';
import type { SubscriberProjection } from './projections/subscriber.projection.ts';
import type { Invites } from './telegram/invites.ts';

interface Dependencies {
  postgres: Postgres;
  subscribers: SubscriberProjection;
  addresses: Pick<PostbackAddressRepository, 'eraseAddresses'>;
  partnerSettings: PartnerSettingsProjection;
  contractRequests: Pick<ContractRequestService, 'erase'>;
  invites: Pick<Invites, 'erase'>;
}

export const createListeners = ({
  postgres,
  subscribers,
  addresses,
  partnerSettings,
  contractRequests,
  invites,
}: Dependencies): ListenersOf<'billing'> => {
  const idempotentListener = idempotent(postgres);
  return {
    'subscriber.registered': idempotentListener(subscribers.apply),
    'subscriber.updated': idempotentListener(subscribers.apply),
    'subscriber.erased': idempotentListener(async (client, event) => {
      const { data } = event;
      // Locked in the order in which postbacks are recorded: the subscriber, then the subscription, then the postbacks.
      await subscribers.lockForErasure(client, data.id);
      await contractRequests.erase(client, data.id);
      // Unmatched calls are found by the address, so this must precede its erasure.
      await addresses.eraseAddresses(client, data.id);
      await subscribers.erase(client, event);
      await invites.erase(client, data.id);
    }),
    'model.created': idempotentListener(partnerSettings.models.apply),
    'model.updated': idempotentListener(partnerSettings.models.apply),
    'model.deleted': idempotentListener(partnerSettings.models.remove),
    'affiliate.created': idempotentListener(partnerSettings.affiliates.apply),
    'affiliate.updated': idempotentListener(partnerSettings.affiliates.apply),
    'affiliate.deleted': idempotentListener(partnerSettings.affiliates.remove),
  };
};
