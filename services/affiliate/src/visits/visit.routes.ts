import { recordVisit } from 'contracts/operations/visits';
import { clientAddress } from 'service-kit/client-address';
import type { Mount } from 'service-kit/mount-operation';
import type { VisitService } from './visit.service.ts';

export const visitRoutes = (mount: Mount, { visits }: { visits: VisitService }): void =>
  mount(recordVisit, async ({ body }, { request }) => {
    await visits.record(body, { address: clientAddress(request), userAgent: request.get('user-agent') ?? '' });
    return { ok: true as const };
  });
