import { SIGNED_URL_SECONDS } from 'contracts/limits';
import { getModel } from 'contracts/operations/models';
import type { ModelView } from 'contracts/models';
import { ApiError, call, isOutage } from 'web-kit/api';
import { modelCache } from 'web-kit/model-cache';
import { queryKeys, useQuery, useQueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';

const fetchModel = async (slug: string, isAnonymous: boolean, signal: AbortSignal): Promise<ModelView | null> => {
  try {
    const model = await call(getModel, {
      params: { slug },
      signal,
      session: isAnonymous ? undefined : subscriberSession,
    });
    if (isAnonymous) modelCache.writeModel(model);
    return model;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      modelCache.removeModel(slug);
      return null;
    }
    const cached = isOutage(error) ? modelCache.readModel(slug) : null;
    if (cached) return cached.data;
    throw error;
  }
};

/** Shortest validity of a received address: it counts from the beginning of the minute in which the address was signed. */
export const REFETCH_INTERVAL_MS = (SIGNED_URL_SECONDS - 60) * 1000;

/**
 * Queries a model as this viewer may see it; null for an unknown slug. Unlocked content stays in memory, out of the browser's
 * storage.
 * @param isNeeded false: sends no request
 */
export const useModel = (slug: string, isNeeded = true) => {
  const client = useQueryClient();
  const email = useSession(subscriberSession)?.user.email;
  const anonymousKey = queryKeys.model(slug);
  const isAnonymous = email === undefined;
  return useQuery<ModelView | null>({
    queryKey: isAnonymous ? anonymousKey : queryKeys.model(slug, email),
    queryFn: ({ signal }) => fetchModel(slug, isAnonymous, signal),
    initialData: () => (isAnonymous ? modelCache.readModel(slug)?.data : undefined),
    // Stale data of the browser's storage: shown at once and refetched.
    initialDataUpdatedAt: 0,
    enabled: isNeeded,
    placeholderData: () => client.getQueryData<ModelView | null>(anonymousKey),
    refetchInterval: isAnonymous ? false : REFETCH_INTERVAL_MS,
    refetchOnWindowFocus: !isAnonymous,
  });
};
