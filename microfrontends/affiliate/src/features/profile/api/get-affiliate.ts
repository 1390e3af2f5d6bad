import type { AffiliateView, PublicAffiliate } from 'contracts/affiliates';
import { getAffiliate } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { affiliateSession } from 'web-kit/session';

/** Whether a response is the complete view for the affiliate itself. */
export const isOwnView = (affiliate: AffiliateView | PublicAffiliate): affiliate is AffiliateView => 'id' in affiliate;

/** Queries the affiliate with its models. */
export const useOwnAffiliate = (slug: string) =>
  useQuery({
    queryKey: ['affiliate-panel', slug],
    queryFn: ({ signal }) => call(getAffiliate, { params: { slug }, session: affiliateSession(slug), signal }),
    staleTime: 0,
  });

/** Queries the public name, for the login form. */
export const usePublicAffiliate = (slug: string) =>
  useQuery({
    queryKey: ['affiliate-name', slug],
    queryFn: ({ signal }) => call(getAffiliate, { params: { slug }, signal }),
  });
