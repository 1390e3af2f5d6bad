import type { Listeners } from 'service-kit/bus';
import { idempotent } from 'service-kit/inbox';
import type { Postgres } from 'service-kit/postgres';
import { currentTraceparent } from 'service-kit/tracing';
import type { PartnerSettings } from './projections/partner-settings.repository.ts';
import type { SubscriberRepository } from './projections/subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  partnerSettings: PartnerSettings;
}

export const createListeners = ({ postgres, subscribers, partnerSettings }: Dependencies): Listeners => {
  const once = idempotent(postgres);
  return {
    'subscriber.registered': once((client, { data, revision }) =>
      subscribers.apply(client, data, revision, currentTraceparent()),
    ),
    'subscriber.erased': once((client, { data, revision }) => subscribers.erase(client, data.id, revision)),
    'model.created': once(partnerSettings.applyModel),
    'model.updated': once(partnerSettings.applyModel),
    'model.deleted': once(partnerSettings.removeModel),
    'affiliate.created': once(partnerSettings.applyAffiliate),
    'affiliate.updated': once(partnerSettings.applyAffiliate),
    'affiliate.deleted': once(partnerSettings.removeAffiliate),
  };
};
