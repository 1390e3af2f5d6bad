import { listModels } from 'contracts/operations/models';
import { call, isOutage } from 'web-kit/api';
import type { FirstModels } from 'web-kit/first-models';
import { modelCache } from 'web-kit/model-cache';
import { queryKeys, skipToken, useQuery, useQueryClient } from 'web-kit/query';

const fetchModels = async (signal: AbortSignal) => {
  try {
    const models = await call(listModels, { signal });
    modelCache.writeList(models);
    return models;
  } catch (error) {
    const cached = isOutage(error) ? modelCache.readList() : null;
    if (cached) return cached.data;
    throw error;
  }
};

/**
 * All models, their media lists left empty; for a minute from the browser's cache.
 * @param isWanted false leaves the list unasked for
 */
export const useModels = (isWanted = true) => {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.models(),
    queryFn: ({ signal }) => fetchModels(signal),
    // A page with the first models of a long list starts from what the server rendered, not from the browser's cache.
    initialData: () => (client.getQueryData(queryKeys.firstModels()) ? undefined : modelCache.readList()?.data),
    // Stale data of the browser's cache: shown at once and refetched.
    initialDataUpdatedAt: 0,
    enabled: isWanted,
  });
};

/** The beginning of a long list, of which the page brings no more; nothing where it brings all. */
export const useFirstModels = () =>
  useQuery<FirstModels>({ queryKey: queryKeys.firstModels(), queryFn: skipToken, gcTime: Number.POSITIVE_INFINITY })
    .data;
