import type { Event, EventName } from 'contracts/events';
import type { Listeners } from 'service-kit/bus';
import { firstTime } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { currentTraceparent } from 'service-kit/tracing';
import type { PartnerSettings } from './projections/partner-settings.repository.ts';
import type { SubscriberRepository } from './projections/subscriber.repository.ts';

interface ListenerDeps {
  postgres: Postgres;
  subscribers: SubscriberRepository;
  partnerSettings: PartnerSettings;
}

/** What billing keeps of the other services' events: each event once, and nothing older than what it has. */
export const createListeners = ({ postgres, subscribers, partnerSettings }: ListenerDeps): Listeners => {
  const once =
    <Name extends EventName>(
      effect: (client: Queryable, data: Event<Name>['data'], revision: number) => Promise<void>,
    ) =>
    (event: Event<Name>): Promise<void> =>
      postgres.transaction(async (client) => {
        if (await firstTime(client, event.id)) await effect(client, event.data, event.revision);
      });
  return {
    'subscriber.registered': once<'subscriber.registered'>((client, data, revision) =>
      subscribers.put(client, data, revision, currentTraceparent()),
    ),
    'subscriber.erased': once<'subscriber.erased'>((client, { id }, revision) =>
      subscribers.erase(client, id, revision),
    ),
    'model.created': once<'model.created'>(partnerSettings.putModel),
    'model.updated': once<'model.updated'>(partnerSettings.putModel),
    'model.deleted': once<'model.deleted'>(partnerSettings.deleteModel),
    'affiliate.created': once<'affiliate.created'>(partnerSettings.putAffiliate),
    'affiliate.updated': once<'affiliate.updated'>(partnerSettings.putAffiliate),
    'affiliate.deleted': once<'affiliate.deleted'>(partnerSettings.deleteAffiliate),
  };
};
