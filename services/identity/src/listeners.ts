import { idempotent } from 'service-kit/inbox';
import type { Listeners } from 'service-kit/bus';
import type { Postgres } from 'service-kit/postgres';
import { enqueueMail } from './mails/mail-queue.repository.ts';
import type { AffiliateProjection } from './projections/affiliate.projection.ts';
import type { ModelProjection } from './projections/model.projection.ts';
import type { SubscriberRepository } from './subscribers/subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  models: ModelProjection;
  affiliates: AffiliateProjection;
  subscribers: SubscriberRepository;
}

export const createListeners = ({ postgres, models, affiliates, subscribers }: Dependencies): Listeners => {
  const once = idempotent(postgres);
  const applyModel = once<'model.created' | 'model.updated'>((client, { data, revision }) =>
    models.apply(client, data.id, data, revision),
  );
  return {
    'model.created': applyModel,
    'model.updated': applyModel,
    'model.deleted': once((client, { data: { id, slug }, revision }) =>
      models.remove(client, id, revision, { slug, email_from_name: '', email_from_email: '' }),
    ),
    'affiliate.created': once((client, { data, revision }) => affiliates.apply(client, data.id, data, revision)),
    'affiliate.updated': once(async (client, { data, revision, occurredAt: changedAt }) => {
      await affiliates.apply(client, data.id, data, revision);
      const isPasswordChanged = data.changes?.some(({ field }) => field === 'custom_password') ?? false;
      if (isPasswordChanged && data.emailFromEmail)
        await enqueueMail(client, {
          kind: 'affiliate-password-changed',
          email: data.emailFromEmail,
          data: { name: data.name, slug: data.slug, changedAt },
        });
    }),
    'affiliate.deleted': once((client, { data: { id }, revision }) =>
      affiliates.remove(client, id, revision, { email_from_name: '', email_from_email: '' }),
    ),
    'subscription.activated': once(async (client, { data: { subscriberId } }) => {
      if (await subscribers.markWelcomed(client, subscriberId))
        await enqueueMail(client, { kind: 'welcome', subscriberId, data: {} });
    }),
  };
};
