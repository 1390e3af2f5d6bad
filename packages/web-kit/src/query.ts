import { notifyManager, QueryClient } from '@tanstack/react-query';
import { CLIENT_CACHE_MS } from 'contracts/limits';
import { isOutage, isTooLate } from 'web-kit/api-error';

export {
  keepPreviousData,
  QueryClientProvider,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export type { InfiniteData, QueryClient } from '@tanstack/react-query';

// With the default scheduler, a timer, a button would not be busy yet when a double click arrives.
notifyManager.setScheduler(queueMicrotask);

/** Query keys of more than one feature, or of server and browser. `viewer`: 'anonymous' or an address; their responses never mix. */
export const queryKeys = {
  /** The first page of all models: `ListPage`. */
  models: () => ['models'] as const,
  /** Results of a search and a filter. */
  foundModels: (words: string, filter: string) => ['models', words, filter] as const,
  /** Models after a cursor. */
  moreModels: (cursor: string | null) => ['more-models', cursor] as const,
  /** Part of a long list that the page embeds: `FirstModels`. */
  firstModels: () => ['first-models'] as const,
  model: (slug: string, viewer = 'anonymous') => ['model', slug, viewer] as const,
  affiliate: (slug: string) => ['affiliate', slug] as const,
  /** `OperatorFacts`, embedded by the server in the pages that need them; there is no call. */
  operator: () => ['operator'] as const,
  favourites: (email: string) => ['favourites', email] as const,
  subscription: (email: string) => ['subscription', email] as const,
};
/** First part of a key, by which all keys of its kind are found. */
export type QueryRoot = ReturnType<(typeof queryKeys)[keyof typeof queryKeys]>[0];

/**
 * Creates the query client: data stay fresh for a minute; a query is retried once after an outage, but not after a rejection or a
 * timeout.
 */
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
