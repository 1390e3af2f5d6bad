import { listPostbacks } from 'contracts/operations/postbacks';
import { listModels } from 'contracts/operations/models';
import { call, callPage } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

/** Days of payments that are searched for flags. */
export const FLAG_DAYS = 30;
/** Number of drafts listed by name. */
const LISTED_DRAFTS_MAX = 3;

/** Queries the number of postbacks to review, and of the unmatched ones among them. */
export const useFlagged = () =>
  useQuery({
    queryKey: [...adminKeys.postbacks, 'flagged'],
    queryFn: async ({ signal }) => {
      const { postbacks, next } = await call(listPostbacks, {
        query: { show: 'review', days: FLAG_DAYS },
        session,
        signal,
      });
      const unmatched = postbacks.filter(({ verdict }) => verdict === 'unmatched');
      return { count: postbacks.length, unmatched: unmatched.length, hasMore: next !== null };
    },
    staleTime: 0,
  });

/** Queries the number of drafts, with the names of the latest. */
export const useDrafts = () =>
  useQuery({
    queryKey: [...adminKeys.models, 'drafts'],
    queryFn: async ({ signal }) => {
      const { items, total } = await callPage(listModels, {
        query: { state: 'draft', sort: 'newest', limit: String(LISTED_DRAFTS_MAX) },
        session,
        signal,
      });
      return { total, names: items.map(({ name }) => name) };
    },
    staleTime: 0,
  });
