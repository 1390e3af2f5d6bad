import type { PublicAffiliate } from 'contracts/affiliates';
import { getAffiliate } from 'contracts/operations/affiliates';
import { ApiError, call } from 'web-kit/api';
import { queryKeys, useQuery } from 'web-kit/query';

const fetchPartner = async (slug: string, signal: AbortSignal): Promise<PublicAffiliate | null> => {
  try {
    const { affiliate } = await call(getAffiliate, { params: { slug }, signal });
    return affiliate.is_active ? affiliate : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** Queries a partner by slug; null when it does not exist or is inactive (docs/domain.md#affiliates). */
export const usePartner = (slug: string) =>
  useQuery<PublicAffiliate | null>({
    queryKey: queryKeys.affiliate(slug),
    queryFn: ({ signal }) => fetchPartner(slug, signal),
    enabled: slug !== '',
  });
