import { listPayoutBatches } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';

export const usePayoutBatches = () =>
  useQuery({
    queryKey: ['admin', 'payouts', 'batches'],
    queryFn: ({ signal }) => call(listPayoutBatches, { session, signal }),
    staleTime: 0,
  });
