import type { Event, EventName } from 'contracts/events';
import type { Listeners } from 'service-kit/bus';
import { firstTime } from 'service-kit/outbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { auditEntryOf } from './audit/audit-entry.ts';
import type { AuditRepository } from './audit/audit.repository.ts';
import type { CreditRepository } from './credits/credit.repository.ts';
import type { ModelRepository } from './projections/model.repository.ts';
import type { SubscriptionRepository } from './projections/subscription.repository.ts';

interface ListenerDeps {
  postgres: Postgres;
  models: ModelRepository;
  credits: CreditRepository;
  subscriptions: SubscriptionRepository;
  trail: AuditRepository;
}

export const createListeners = ({ postgres, models, credits, subscriptions, trail }: ListenerDeps): Listeners => {
  /** One transaction: an event has its effect and its place in the trail, once. */
  const once =
    <Name extends EventName>(effect?: (client: Queryable, event: Event<Name>) => Promise<void>) =>
    (event: Event<Name>): Promise<void> =>
      postgres.transaction(async (client) => {
        if (!(await firstTime(client, event.id))) return;
        await effect?.(client, event);
        const entry = auditEntryOf(event);
        if (entry) await trail.add(client, entry);
      });
  const keepModel = once<'model.created' | 'model.updated'>((client, { data, revision }) =>
    models.keep(client, data, revision),
  );
  const keepSubscription = once<Extract<EventName, `subscription.${string}`>>((client, { data, revision }) =>
    subscriptions.keep(client, data, revision),
  );
  return {
    'model.created': keepModel,
    'model.updated': keepModel,
    'model.deleted': once((client, { data, revision }) => models.forget(client, data, revision)),
    'live.started': once((client, { data, revision, occurredAt }) =>
      models.keepLive(client, data, true, revision, occurredAt),
    ),
    'live.ended': once((client, { data, revision, occurredAt }) =>
      models.keepLive(client, data, false, revision, occurredAt),
    ),
    'subscriber.registered': once((client, { data, occurredAt }) => credits.addRegistration(client, data, occurredAt)),
    'subscriber.erased': once((client, { data, occurredAt }) => credits.erase(client, data.id, occurredAt)),
    'payment.recorded': once((client, { data, occurredAt }) => credits.addPayment(client, data, occurredAt)),
    'subscription.activated': keepSubscription,
    'subscription.renewed': keepSubscription,
    'subscription.cancelled': keepSubscription,
    'subscription.expired': keepSubscription,
    'subscription.revoked': keepSubscription,
    'affiliate.created': once(),
    'affiliate.updated': once(),
    'affiliate.deleted': once(),
    'asset.uploaded': once(),
    'asset.deleted': once(),
    'panel.entered': once(),
    'panel.left': once(),
    'panel.devices-removed': once(),
    'panel.factor-added': once(),
    'panel.factor-removed': once(),
  };
};
