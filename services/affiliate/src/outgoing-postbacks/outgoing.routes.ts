import {
  getOutgoingPostbacks,
  retryOutgoingPostback,
  setOutgoingPostbacks,
  testOutgoingPostback,
} from 'contracts/operations/outgoing';
import type { FieldChange } from 'contracts/field-change';
import type { OutgoingEndpoint } from 'contracts/outgoing-postbacks';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/mount-operation';
import type { Postgres } from 'service-kit/postgres';
import type { Throttle } from 'service-kit/throttle';
import type { Viewer } from 'service-kit/viewer';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AuditRepository } from '../audit/audit.repository.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { EndpointRepository } from './endpoint.repository.ts';
import type { SafeRequest } from './safe-request.ts';
import { newSecret } from './signature.ts';

interface Dependencies {
  postgres: Postgres;
  service: AffiliateService;
  endpoints: EndpointRepository;
  deliveries: DeliveryRepository;
  throttle: Throttle;
  allows: SafeRequest['allows'];
  trail: Pick<AuditRepository, 'record'>;
}

/** Returns the texts of an endpoint for the audit trail, with only the host of its address: the rest may be secret. */
const textsOf = ({ url, method, events, is_enabled }: OutgoingEndpoint) => ({
  outgoing_host: new URL(url.replaceAll(/\{\w*\}/g, 'x')).host,
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

/** Routes for notifications to affiliates' own servers (docs/domain.md#outgoing-postbacks). */
export const outgoingRoutes = (
  mount: Mount,
  { postgres, service, endpoints, deliveries, throttle, allows, trail }: Dependencies,
): void => {
  const idOf = async (viewer: Viewer, slug: string) => (await openTo(service, viewer, slug)).id;
  mount(getOutgoingPostbacks, async ({ params, query }, { viewer }) => {
    const id = await idOf(viewer, params.slug);
    const [endpoint, page] = await Promise.all([endpoints.of(postgres, id), deliveries.page(id, query.before ?? null)]);
    return { endpoint, ...page };
  });
  mount(setOutgoingPostbacks, async ({ params, body: { renews_secret, ...settings } }, { viewer }) => {
    const { id, slug, name } = await openTo(service, viewer, params.slug);
    if (!allows(settings.url.replaceAll(/\{\w*\}/g, 'x'))) throw new AppError('OUTGOING_HOST_REFUSED');
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
  });
  mount(testOutgoingPostback, async ({ params }, { viewer }) => {
    const id = await idOf(viewer, params.slug);
    await throttle.take({ outgoingTest: id });
    const delivery = await postgres.transaction((client) => deliveries.addTest(client, id));
    if (!delivery) throw new AppError('OUTGOING_NOT_SET');
    return delivery;
  });
  mount(retryOutgoingPostback, async ({ params }, { viewer }) => {
    const id = await idOf(viewer, params.slug);
    const endpoint = await endpoints.of(postgres, id);
    if (!endpoint?.is_enabled) throw new AppError('OUTGOING_NOT_SET');
    await throttle.take({ outgoingTest: id });
    const delivery = await postgres.transaction((client) => deliveries.retry(client, id, params.id));
    if (!delivery) throw new AppError('OUTGOING_DELIVERY_NOT_FOUND');
    return delivery;
  });
};
