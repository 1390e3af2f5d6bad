import type { ModelView } from 'contracts/models';
import { getModel } from 'contracts/operations/models';
import { ApiError, call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import type { PanelSession } from 'web-kit/session';
import { REFETCH_INTERVAL_MS } from './get-model.ts';

/**
 * Queries a hidden model as a visitor would see it, with a panel's session; null where the session has no access. Stays in memory.
 */
export const useModelPreview = (slug: string, session: PanelSession) =>
  useQuery<ModelView | null>({
    queryKey: ['preview', slug],
    queryFn: async ({ signal }) => {
      try {
        return await call(getModel, { params: { slug }, query: { view: 'visitor' }, session, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
