import { confirmEmail, requestEmailChange } from 'contracts/operations/auth';
import { requireRole } from 'service-kit/auth';
import { clientAddress } from 'service-kit/client-address';
import type { Mount } from 'service-kit/mount-operation';
import type { EmailChangeService } from './email-change.service.ts';

export const emailChangeRoutes = (mount: Mount, { service }: { service: EmailChangeService }): void => {
  mount(requestEmailChange, async ({ body }, { viewer, request }) => {
    await service.request(requireRole(viewer, 'subscriber'), body, clientAddress(request));
    return { ok: true as const };
  });
  mount(confirmEmail, async ({ body }, { request }) => {
    await service.confirm(body.token, clientAddress(request));
    return { ok: true as const };
  });
};
