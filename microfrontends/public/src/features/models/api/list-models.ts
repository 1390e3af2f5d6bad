import { listModels } from 'contracts/operations/models';
import { call, isOutage } from 'web-kit/api';
import { modelCache } from 'web-kit/model-cache';
import { queryKeys, useQuery } from 'web-kit/query';

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

/** All models, their media lists left empty; for a minute from the browser's cache. */
export const useModels = () =>
  useQuery({
    queryKey: queryKeys.models(),
    queryFn: ({ signal }) => fetchModels(signal),
    initialData: () => modelCache.readList()?.data,
    // From the browser's storage: shown at once, and asked for anew.
    initialDataUpdatedAt: 0,
  });
