import {
  listPostbackCandidates,
  reconcilePostback,
  replayPostback,
  reviewPostback,
} from 'contracts/operations/postbacks';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

/** Assigns an unmatched postback to a candidate, or to the subscriber with an address. */
export const reconcile = (id: string, to: { email: string } | { subscriber_id: string }) =>
  call(reconcilePostback, { params: { id }, body: to, session });

/** Queries the subscribers that an unmatched postback may belong to, the most likely first. */
export const useCandidates = (id: string) =>
  useQuery({
    queryKey: [...adminKeys.postbacks, id, 'candidates'],
    queryFn: ({ signal }) => call(listPostbackCandidates, { params: { id }, session, signal }),
    staleTime: 0,
  });

/** Marks a postback as reviewed, or as to be reviewed again. */
export const review = (id: string, reviewed: boolean) =>
  call(reviewPostback, { params: { id }, body: { reviewed }, session });

/** Matches an unmatched postback again. */
export const replay = (id: string) => call(replayPostback, { params: { id }, session });
