import type { FieldChange } from 'contracts/field-change';
import type { OutgoingDelivery, OutgoingEndpoint, OutgoingSettings } from 'contracts/outgoing-postbacks';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import type { Throttle } from 'service-kit/throttle';
import type { Affiliate } from '../affiliates/affiliate.repository.ts';
import type { AuditRepository } from '../audit/audit.repository.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { EndpointRepository } from './endpoint.repository.ts';
import type { SafeRequest } from './safe-request.ts';
import { newSecret } from './signature.ts';

interface Dependencies {
  postgres: Postgres;
  endpoints: EndpointRepository;
  deliveries: DeliveryRepository;
  throttle: Throttle;
  allows: SafeRequest['allows'];
  trail: Pick<AuditRepository, 'record'>;
}

/** Returns an endpoint's address with a value in place of each macro, as it is when it is called. */
const withoutMacros = (url: string): string => url.replaceAll(/\{\w*\}/g, 'x');

/** Returns the texts of an endpoint for the audit trail, with only the host of its address: the rest may be secret. */
const textsOf = ({ url, method, events, is_enabled }: OutgoingEndpoint) => ({
  outgoing_host: new URL(withoutMacros(url)).host,
  outgoing_method: method,
  outgoing_events: events.join(', '),
  outgoing_is_enabled: is_enabled,
});
const changesOf = (before: OutgoingEndpoint | null, after: OutgoingEndpoint): FieldChange[] => {
  const former: Record<string, string | number | boolean> | null = before && textsOf(before);
  const changes: FieldChange[] = Object.entries(textsOf(after))
    .filter(([field, value]) => value !== former?.[field])
    .map(([field, value]) => ({ field, before: former?.[field] ?? null, after: value }));
  return [
    ...changes,
    ...(before && before.url !== after.url ? [{ field: 'outgoing_url' }] : []),
    ...(before && before.secret_hint !== after.secret_hint ? [{ field: 'outgoing_secret' }] : []),
  ];
};

/** Settings and log of the notifications to affiliates' own servers (docs/domain.md#outgoing-postbacks). */
export const createOutgoingService = ({ postgres, endpoints, deliveries, throttle, allows, trail }: Dependencies) => ({
  /** Returns the settings and one page of the log. @param before id of the last notification of the former page */
  read: async (affiliateId: string, before: string | null) => {
    const [endpoint, page] = await Promise.all([
      endpoints.of(postgres, affiliateId),
      deliveries.page(affiliateId, before),
    ]);
    return { endpoint, ...page };
  },
  /** Saves the settings with an entry of the audit trail. @throws AppError OUTGOING_HOST_REFUSED */
  save: async (
    { id, slug, name }: Pick<Affiliate, 'id' | 'slug' | 'name'>,
    { renews_secret, ...settings }: OutgoingSettings,
  ) => {
    if (!allows(withoutMacros(settings.url))) throw new AppError('OUTGOING_HOST_REFUSED');
    return postgres.transaction(async (client) => {
      const before = await endpoints.of(client, id);
      const secret = { newSecret: newSecret(), renews: renews_secret === true };
      const saved = await endpoints.save(client, id, settings, secret);
      const changes = changesOf(before, saved.endpoint);
      if (changes.length > 0)
        await trail.record(client, 'outgoing.updated', {
          subject: { kind: 'affiliate', slug, name, id },
          affiliateId: id,
          changes,
        });
      return saved;
    });
  },
  /** Queues a notification with sample values. @throws AppError TOO_MANY_ATTEMPTS, OUTGOING_NOT_SET */
  queueTest: async (affiliateId: string): Promise<OutgoingDelivery> => {
    await throttle.take({ outgoingTest: affiliateId });
    const delivery = await postgres.transaction((client) => deliveries.addTest(client, affiliateId));
    if (!delivery) throw new AppError('OUTGOING_NOT_SET');
    return delivery;
  },
  /** Queues a failed notification again. @throws AppError TOO_MANY_ATTEMPTS, OUTGOING_NOT_SET, OUTGOING_DELIVERY_NOT_FOUND */
  retry: async (affiliateId: string, deliveryId: string): Promise<OutgoingDelivery> => {
    const endpoint = await endpoints.of(postgres, affiliateId);
    if (!endpoint?.is_enabled) throw new AppError('OUTGOING_NOT_SET');
    await throttle.take({ outgoingTest: affiliateId });
    const delivery = await postgres.transaction((client) => deliveries.retry(client, affiliateId, deliveryId));
    if (!delivery) throw new AppError('OUTGOING_DELIVERY_NOT_FOUND');
    return delivery;
  },
});
export type OutgoingService = ReturnType<typeof createOutgoingService>;
