import type { Event } from 'contracts/events';
import type { Listeners } from 'service-kit/bus';
import { firstTime } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { CreditRepository } from './credits/credit.repository.ts';
import type { ModelRepository } from './projections/model.repository.ts';

interface ListenerDeps {
  postgres: Postgres;
  models: ModelRepository;
  credits: CreditRepository;
}

export const createListeners = ({ postgres, models, credits }: ListenerDeps): Listeners => {
  const once = (event: Event, effect: (client: Queryable) => Promise<void>) =>
    postgres.transaction(async (client) => {
      if (await firstTime(client, event.id)) await effect(client);
    });
  const keepModel = (event: Event<'model.created' | 'model.updated'>) => once(event, (client) => models.keep(client, event.data, event.revision));
  return {
    'model.created': keepModel,
    'model.updated': keepModel,
    'model.deleted': (event) => once(event, (client) => models.forget(client, event.data, event.revision)),
    'subscriber.registered': (event) => once(event, (client) => credits.addRegistration(client, event.data, event.occurredAt)),
    'subscriber.erased': (event) => once(event, (client) => credits.erase(client, event.data.id, event.occurredAt)),
    'payment.recorded': (event) => once(event, (client) => credits.addPayment(client, event.data, event.occurredAt)),
  };
};
