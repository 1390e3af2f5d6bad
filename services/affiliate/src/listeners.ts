import type { Event, EventName } from 'contracts/events';
import type { ListenersOf } from 'service-kit/event-dispatch';
import { idempotent, idempotentInBatches } from 'service-kit/inbox';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { auditEntryOf } from './audit/audit-entry.ts';
import type { AuditRepository } from './audit/audit.repository.ts';
import type { CommissionRepository } from './commissions/commission.repository.ts';
import type { CreditRepository } from './credits/credit.repository.ts';
import type { DeliveryRepository } from './outgoing-postbacks/delivery.repository.ts';
import type { ModelProjection } from './projections/model.projection.ts';
import type { SubscriptionProjection } from './projections/subscription.projection.ts';
import type { VisitRepository } from './visits/visit.repository.ts';

interface Dependencies {
  postgres: Postgres;
  models: ModelProjection;
  credits: CreditRepository;
  visits: Pick<VisitRepository, 'eraseSource'>;
  commissions: CommissionRepository;
  deliveries: DeliveryRepository;
  subscriptions: SubscriptionProjection;
  trail: AuditRepository;
}

export const createListeners = ({
  postgres,
  models,
  credits,
  visits,
  commissions,
  deliveries,
  subscriptions,
  trail,
}: Dependencies): ListenersOf<'affiliate'> => {
  const idempotentListener = idempotent(postgres);
  const batchedListener = idempotentInBatches(postgres);
  /** Wraps a listener to add the event to the audit trail, in the transaction of its effect. */
  const auditedListener = <Name extends EventName>(
    effect?: (client: Queryable, event: Event<Name>) => Promise<unknown>,
  ) =>
    idempotentListener<Name>(async (client, event) => {
      await effect?.(client, event);
      const entry = auditEntryOf(event);
      if (entry) await trail.add(client, entry);
    });
  return {
    'model.created': auditedListener(models.apply),
    'model.updated': auditedListener(models.apply),
    'model.deleted': auditedListener(models.remove),
    'live.started': auditedListener(models.live.apply),
    'live.ended': auditedListener(models.live.apply),
    'subscriber.registered': auditedListener(async (client, { data, occurredAt }) => {
      const isKnown = await deliveries.isRegistrationKnown(client, data.id);
      await credits.addRegistration(client, data, occurredAt);
      await commissions.settle(client, data.id);
      // Registrations republished by a reconciliation are not reported to the affiliate again.
      if (!isKnown) await deliveries.addRegistration(client, data.id);
    }),
    'subscriber.erased': auditedListener(async (client, { data, occurredAt }) => {
      await visits.eraseSource(client, await credits.erase(client, data.id, occurredAt));
      await deliveries.erase(client, data.id);
    }),
    'payment.recorded': auditedListener(async (client, { data, occurredAt }) => {
      const isNew = await credits.addPayment(client, data, occurredAt);
      await commissions.settle(client, data.subscriberId);
      if (isNew && data.affiliateId !== null) await deliveries.addPayment(client, data.id, data.kind);
    }),
    'subscription.activated': batchedListener(subscriptions.apply),
    'subscription.renewed': batchedListener(subscriptions.apply),
    'subscription.cancelled': batchedListener(subscriptions.apply),
    'subscription.expired': batchedListener(subscriptions.apply),
    'subscription.revoked': batchedListener(subscriptions.apply),
    'affiliate.created': auditedListener(),
    'affiliate.updated': auditedListener(),
    'affiliate.deleted': auditedListener(),
    'asset.uploaded': auditedListener(),
    'asset.deleted': auditedListener(),
    'panel.entered': auditedListener(),
    'panel.left': auditedListener(),
    'panel.devices-removed': auditedListener(),
    'panel.factor-added': auditedListener(),
    'panel.factor-removed': auditedListener(),
  };
};
