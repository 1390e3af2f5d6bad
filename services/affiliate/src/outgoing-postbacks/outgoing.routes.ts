import {
  getOutgoingPostbacks,
  retryOutgoingPostback,
  setOutgoingPostbacks,
  testOutgoingPostback,
} from 'contracts/operations/outgoing';
import type { Mount } from 'service-kit/mount-operation';
import type { Viewer } from 'service-kit/viewer';
import { openTo } from '../affiliates/affiliate-access.ts';
import type { AffiliateService } from '../affiliates/affiliate.service.ts';
import type { OutgoingService } from './outgoing.service.ts';

interface Dependencies {
  affiliateService: AffiliateService;
  outgoing: OutgoingService;
}

export const outgoingRoutes = (mount: Mount, { affiliateService, outgoing }: Dependencies): void => {
  const idOf = async (viewer: Viewer, slug: string) => (await openTo(affiliateService, viewer, slug)).id;
  mount(getOutgoingPostbacks, async ({ params, query }, { viewer }) =>
    outgoing.read(await idOf(viewer, params.slug), query.before ?? null),
  );
  mount(setOutgoingPostbacks, async ({ params, body }, { viewer }) =>
    outgoing.save(await openTo(affiliateService, viewer, params.slug), body),
  );
  mount(testOutgoingPostback, async ({ params }, { viewer }) => outgoing.queueTest(await idOf(viewer, params.slug)));
  mount(retryOutgoingPostback, async ({ params }, { viewer }) =>
    outgoing.retry(await idOf(viewer, params.slug), params.id),
  );
};
