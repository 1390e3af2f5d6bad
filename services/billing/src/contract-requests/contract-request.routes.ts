import { requestCancellation, requestWithdrawal } from 'contracts/operations/contract';
import type { Request } from 'express';
import { clientAddress } from 'service-kit/client-address';
import type { Mount } from 'service-kit/mount-operation';
import type { Viewer } from 'service-kit/viewer';
import type { ContractRequestService, Requester } from './contract-request.service.ts';

const requesterOf = (viewer: Viewer, request: Request): Requester => ({
  subscriberId: viewer.role === 'subscriber' ? viewer.id : null,
  address: clientAddress(request),
});

export const contractRequestRoutes = (
  mount: Mount,
  { requests }: { requests: Pick<ContractRequestService, 'receive'> },
): void => {
  mount(requestCancellation, ({ body }, { viewer, request }) =>
    requests.receive('cancellation', body, requesterOf(viewer, request)),
  );
  mount(requestWithdrawal, ({ body }, { viewer, request }) =>
    requests.receive('withdrawal', body, requesterOf(viewer, request)),
  );
};
