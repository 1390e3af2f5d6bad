import type { AffiliateView, PublicAffiliate } from 'contracts/affiliates';
import { getAffiliate } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { affiliateSession } from 'web-kit/session';

/** Whether a response is the affiliate's own, complete view. */
export const isOwnView = (affiliate: AffiliateView | PublicAffiliate): affiliate is AffiliateView => 'id' in affiliate;

/** The affiliate with its models. */
export const useOwnAffiliate = (slug: string) =>
  useQuery({
    queryKey: ['affiliate-panel', slug],
    queryFn: ({ signal }) => call(getAffiliate, { params: { slug }, session: affiliateSession(slug), signal }),
    staleTime: 0,
  });

/** The public name, for the login form. */
export const usePublicAffiliate = (slug: string) =>
  useQuery({
    queryKey: ['affiliate-name', slug],
    queryFn: ({ signal }) => call(getAffiliate, { params: { slug }, signal }),
  });
