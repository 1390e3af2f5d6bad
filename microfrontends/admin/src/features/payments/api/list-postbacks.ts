import { listPostbacks } from 'contracts/operations/postbacks';
import type { PostbackFilter } from 'contracts/operations/postbacks';
import { call } from 'web-kit/api';
import { useInfiniteQuery, useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

export interface PostbackChoice {
  search?: string;
  show?: PostbackFilter | undefined;
  days?: number | undefined;
  model?: string | undefined;
}

/** Queries the stored postbacks page by page, the newest first. */
export const usePostbacks = (query: PostbackChoice) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.postbacks, query],
    queryFn: ({ pageParam, signal }) =>
      call(listPostbacks, { query: { ...query, ...(pageParam && { before: pageParam }) }, session, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Queries the number of unmatched postbacks and the latest of them. */
export const useUnmatchedPostbacks = () =>
  useQuery({
    queryKey: [...adminKeys.postbacks, 'unmatched'],
    queryFn: ({ signal }) => call(listPostbacks, { query: { show: 'unmatched' }, session, signal }),
    staleTime: 0,
  });
