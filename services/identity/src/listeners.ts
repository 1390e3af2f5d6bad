import { idempotent, idempotentInBatches } from 'service-kit/inbox';
import type { ListenersOf } from 'service-kit/event-dispatch';
import type { Postgres } from 'service-kit/postgres';
import type { ConversionRepository } from './conversions/conversion.repository.ts';
import { enqueueMail, enqueueMailOnce } from './mails/mail-queue.repository.ts';
import { notifyOfContent, notifyOfLive } from './notifications/notification.listeners.ts';
import type { AffiliateProjection } from './projections/affiliate.projection.ts';
import type { ModelProjection } from './projections/model.projection.ts';
import { discardReminder } from './reminders/reminder.repository.ts';
import type { SubscriberRepository } from './subscribers/subscriber.repository.ts';

interface Dependencies {
  postgres: Postgres;
  models: ModelProjection;
  affiliates: AffiliateProjection;
  subscribers: SubscriberRepository;
  conversions: ConversionRepository;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

export const createListeners = ({
  postgres,
  models,
  affiliates,
  subscribers,
  conversions,
  clock,
}: Dependencies): ListenersOf<'identity'> => {
  const idempotentListener = idempotent(postgres);
  const batchedListener = idempotentInBatches(postgres);
  const applyModel = idempotentListener<'model.created' | 'model.updated'>((client, event) =>
    notifyOfContent(client, event, clock(), () => models.apply(client, event)),
  );
  return {
    'model.created': applyModel,
    'model.updated': applyModel,
    'model.deleted': idempotentListener(models.remove),
    'live.started': idempotentListener((client, { data, occurredAt }) =>
      notifyOfLive(client, data, occurredAt, clock()),
    ),
    'affiliate.created': idempotentListener(affiliates.apply),
    'affiliate.updated': idempotentListener(async (client, event) => {
      await affiliates.apply(client, event);
      const { data, occurredAt: changedAt } = event;
      const isPasswordChanged = data.changes?.some(({ field }) => field === 'custom_password') ?? false;
      if (isPasswordChanged && data.emailFromEmail)
        await enqueueMail(client, {
          kind: 'affiliate-password-changed',
          email: data.emailFromEmail,
          data: { name: data.name, slug: data.slug, changedAt },
        });
    }),
    'affiliate.deleted': idempotentListener(affiliates.remove),
    'subscription.activated': idempotentListener(async (client, { data: { subscriberId, paidUntil } }) => {
      if (await subscribers.markWelcomed(client, subscriberId))
        await enqueueMail(client, { kind: 'welcome', subscriberId, data: { paidUntil: paidUntil ?? undefined } });
      await discardReminder(client, subscriberId);
    }),
    'contract.requested': idempotentListener(async (client, { data: { subscriberId, email, id: _id, ...data } }) => {
      const { contractEnd } = data;
      if (email !== null) return enqueueMail(client, { kind: 'contract-request-unknown', email, data });
      if (subscriberId === null || !(await subscribers.preventDeletion(client, subscriberId))) return;
      // This mail confirms the end, so `subscription.cancelled`, which may arrive before or after, sends none for it.
      if (contractEnd !== null) await subscribers.markContractEnd(client, subscriberId, contractEnd);
      await enqueueMail(client, { kind: 'contract-request', subscriberId, data });
    }),
    'payment.recorded': batchedListener(
      async (client, { occurredAt: recordedAt, data: { id, subscriberId, amountCents, currency, kind, receipt } }) => {
        if (receipt === undefined || (kind !== 'first' && kind !== 'renewal')) return;
        const data = { ...receipt, kind, amountCents, currency, recordedAt };
        await enqueueMailOnce(client, { kind: 'receipt', subscriberId, data }, id);
        if (kind === 'first') {
          const occurredAt = new Date(receipt.paidAt);
          await conversions.enqueue(client, {
            subscriberId,
            event: 'Purchase',
            fact: id,
            amountCents,
            currency,
            occurredAt,
          });
        }
      },
    ),
    'renewal.upcoming': idempotentListener((client, { data: { subscriberId, ...data } }) =>
      enqueueMailOnce(client, { kind: 'renewal-notice', subscriberId, data }, data.chargeAt),
    ),
    'renewal.failed': idempotentListener((client, { data: { subscriberId, ...data } }) =>
      enqueueMailOnce(client, { kind: 'renewal-failed', subscriberId, data }, data.chargeAt),
    ),
    'subscription.cancelled': idempotentListener(
      async (client, { data: { subscriberId, paidUntil, requestId }, occurredAt: cancelledAt }) => {
        const isNews = paidUntil !== null && (await subscribers.markContractEnd(client, subscriberId, paidUntil));
        // Otherwise the mail about the request confirms it.
        if (isNews && requestId === undefined)
          await enqueueMail(client, { kind: 'cancellation', subscriberId, data: { cancelledAt, paidUntil } });
      },
    ),
  };
};
