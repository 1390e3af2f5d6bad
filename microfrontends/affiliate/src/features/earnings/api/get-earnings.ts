import { getAffiliateEarnings } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { affiliateSession } from 'web-kit/session';

export const useEarnings = (slug: string) =>
  useQuery({
    queryKey: ['affiliate', slug, 'earnings'],
    queryFn: ({ signal }) => call(getAffiliateEarnings, { params: { slug }, session: affiliateSession(slug), signal }),
    staleTime: 0,
  });
