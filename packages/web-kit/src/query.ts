import { QueryClient } from '@tanstack/react-query';
import { CLIENT_CACHE_MS } from 'contracts/limits';
import { isOutage, isTooLate } from 'web-kit/api-error';

export { QueryClientProvider, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
export type { QueryClient } from '@tanstack/react-query';

/** Query keys shared by server and browser. `viewer`: 'anonymous' or the session's identity; their responses never mix. */
export const queryKeys = {
  models: () => ['models'] as const,
  /** What the page brings of a long list: `FirstModels`. */
  firstModels: () => ['first-models'] as const,
  model: (slug: string, viewer = 'anonymous') => ['model', slug, viewer] as const,
  affiliate: (slug: string) => ['affiliate', slug] as const,
};

/** Fresh for a minute; tries again once after an outage, never after a refusal, nor where the first wait was long already. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: CLIENT_CACHE_MS,
        retry: (failures, error) => failures < 1 && isOutage(error) && !isTooLate(error),
        retryDelay: 500,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
