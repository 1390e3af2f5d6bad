import { listPayoutBatches } from 'contracts/operations/payouts';
import { callPage } from 'web-kit/api';
import { useInfiniteQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

/** Queries the payout batches page by page, the newest first. */
export const usePayoutBatches = () =>
  useInfiniteQuery({
    queryKey: [...adminKeys.payouts, 'batches'],
    queryFn: ({ signal, pageParam }) => callPage(listPayoutBatches, { query: { cursor: pageParam }, session, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
