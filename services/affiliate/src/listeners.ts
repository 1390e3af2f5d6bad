import type { Event, EventName } from 'contracts/events';
import type { Listeners } from 'service-kit/bus';
import { idempotent } from 'service-kit/inbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { auditEntryOf } from './audit/audit-entry.ts';
import type { AuditRepository } from './audit/audit.repository.ts';
import type { CreditRepository } from './credits/credit.repository.ts';
import type { ModelProjection } from './projections/model.projection.ts';
import type { SubscriptionProjection } from './projections/subscription.projection.ts';

interface Dependencies {
  postgres: Postgres;
  models: ModelProjection;
  credits: CreditRepository;
  subscriptions: SubscriptionProjection;
  trail: AuditRepository;
}

export const createListeners = ({ postgres, models, credits, subscriptions, trail }: Dependencies): Listeners => {
  const handle = idempotent(postgres);
  /** Adds an event to the audit trail in the transaction of its effect. */
  const once = <Name extends EventName>(effect?: (client: Queryable, event: Event<Name>) => Promise<unknown>) =>
    handle<Name>(async (client, event) => {
      await effect?.(client, event);
      const entry = auditEntryOf(event);
      if (entry) await trail.add(client, entry);
    });
  const applyModel = once<'model.created' | 'model.updated'>((client, { data, revision }) =>
    models.apply(client, data.id, data, revision),
  );
  const applyLive = once<'live.started' | 'live.ended'>((client, event) =>
    models.live.apply(client, event.data.id, event, event.revision),
  );
  const applySubscription = once<Extract<EventName, `subscription.${string}`>>((client, { data, revision }) =>
    subscriptions.apply(client, data.subscriberId, data, revision),
  );
  return {
    'model.created': applyModel,
    'model.updated': applyModel,
    'model.deleted': once((client, { data: { id, slug }, revision }) => models.remove(client, id, revision, { slug })),
    'live.started': applyLive,
    'live.ended': applyLive,
    'subscriber.registered': once((client, { data, occurredAt }) => credits.addRegistration(client, data, occurredAt)),
    'subscriber.erased': once((client, { data, occurredAt }) => credits.erase(client, data.id, occurredAt)),
    'payment.recorded': once((client, { data, occurredAt }) => credits.addPayment(client, data, occurredAt)),
    'subscription.activated': applySubscription,
    'subscription.renewed': applySubscription,
    'subscription.cancelled': applySubscription,
    'subscription.expired': applySubscription,
    'subscription.revoked': applySubscription,
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
