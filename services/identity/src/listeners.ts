import type { Event } from 'contracts/events';
import type { Listeners } from 'service-kit/bus';
import { firstTime } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { enqueueMail } from './mails/mail-queue.repository.ts';
import type { AffiliateRepository } from './projections/affiliate.repository.ts';
import type { ModelRepository } from './projections/model.repository.ts';
import type { SubscriberRepository } from './subscribers/subscriber.repository.ts';

interface ListenerDeps {
  postgres: Postgres;
  models: ModelRepository;
  affiliates: AffiliateRepository;
  subscribers: SubscriberRepository;
}

export const createListeners = ({ postgres, models, affiliates, subscribers }: ListenerDeps): Listeners => {
  const once = (event: Event, effect: (client: Queryable) => Promise<void>) =>
    postgres.transaction(async (client) => {
      if (await firstTime(client, event.id)) await effect(client);
    });
  const keepModel = (event: Event<'model.created' | 'model.updated'>) =>
    once(event, (client) => models.keep(client, event.data, event.revision));
  return {
    'model.created': keepModel,
    'model.updated': keepModel,
    'model.deleted': (event) => once(event, (client) => models.forget(client, event.data, event.revision)),
    'affiliate.created': (event) => once(event, (client) => affiliates.keep(client, event.data, event.revision)),
    'affiliate.updated': (event) =>
      once(event, async (client) => {
        const { data, revision, occurredAt: changedAt } = event;
        await affiliates.keep(client, data, revision);
        const isPasswordChanged = data.changes?.some(({ field }) => field === 'custom_password') ?? false;
        if (isPasswordChanged && data.emailFromEmail)
          await enqueueMail(client, {
            kind: 'affiliate-password-changed',
            email: data.emailFromEmail,
            data: { name: data.name, slug: data.slug, changedAt },
          });
      }),
    'affiliate.deleted': (event) => once(event, (client) => affiliates.forget(client, event.data, event.revision)),
    'subscription.activated': (event) =>
      once(event, async (client) => {
        const { subscriberId } = event.data;
        if (await subscribers.markWelcomed(client, subscriberId))
          await enqueueMail(client, { kind: 'welcome', subscriberId, data: {} });
      }),
  };
};
