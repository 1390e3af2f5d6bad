import {
  getOutgoingPostbacks,
  retryOutgoingPostback,
  setOutgoingPostbacks,
  testOutgoingPostback,
} from 'contracts/operations/outgoing';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import type { Postgres } from 'service-kit/postgres';
import type { Throttle } from 'service-kit/throttle';
import type { Viewer } from 'service-kit/viewer';
import { openTo } from '../affiliates/affiliate-access.ts';
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
}

/** Notifications of affiliates' own servers (docs/domain.md#outgoing-postbacks). */
export const outgoingRoutes = (
  mount: Mount,
  { postgres, service, endpoints, deliveries, throttle, allows }: Dependencies,
): void => {
  const idOf = async (viewer: Viewer, slug: string) => (await openTo(service, viewer, slug)).id;
  mount(getOutgoingPostbacks, async ({ params, query }, { viewer }) => {
    const id = await idOf(viewer, params.slug);
    const [endpoint, page] = await Promise.all([endpoints.of(postgres, id), deliveries.page(id, query.before ?? null)]);
    return { endpoint, ...page };
  });
  mount(setOutgoingPostbacks, async ({ params, body: { renews_secret, ...settings } }, { viewer }) => {
    const id = await idOf(viewer, params.slug);
    if (!allows(settings.url.replaceAll(/\{\w*\}/g, 'x'))) throw new AppError('OUTGOING_HOST_REFUSED');
    return endpoints.save(postgres, id, settings, { newSecret: newSecret(), renews: renews_secret === true });
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
