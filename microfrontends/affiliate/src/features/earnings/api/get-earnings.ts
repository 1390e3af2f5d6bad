import { getAffiliateEarnings } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { useInfiniteQuery } from 'web-kit/query';
import { affiliateSession } from 'web-kit/session';

/** Queries an affiliate's earnings, each page with further statements. */
export const useEarnings = (slug: string) =>
  useInfiniteQuery({
    queryKey: ['affiliate', slug, 'earnings'],
    queryFn: ({ signal, pageParam }) =>
      call(getAffiliateEarnings, {
        params: { slug },
        query: pageParam === null ? {} : { before: pageParam },
        session: affiliateSession(slug),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
