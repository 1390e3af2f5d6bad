import { getPayoutStatement } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { download } from 'web-kit/download';
import { useQuery } from 'web-kit/query';
import type { PanelSession } from 'web-kit/session';

/** Queries a statement. */
export const useStatement = (session: PanelSession, id: string) =>
  useQuery({
    queryKey: ['statement', id],
    queryFn: ({ signal }) => call(getPayoutStatement, { params: { id }, query: {}, session, signal }),
    staleTime: 0,
  });

/** Downloads a statement. @throws ApiError as `call` does */
export const saveStatement = (session: PanelSession, id: string, format: 'csv' | 'pdf'): Promise<void> =>
  download(getPayoutStatement, { params: { id }, query: { format }, session });
