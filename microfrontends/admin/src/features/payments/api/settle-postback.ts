import {
  listPostbackCandidates,
  reconcilePostback,
  replayPostback,
  reviewPostback,
} from 'contracts/operations/billing';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';

/** Gives an unmatched postback to a candidate, or to the subscriber with an address. */
export const reconcile = (id: string, to: { email: string } | { subscriber_id: string }) =>
  call(reconcilePostback, { params: { id }, body: to, session });

/** The subscribers that an unmatched postback may belong to, the likeliest first. */
export const useCandidates = (id: string) =>
  useQuery({
    queryKey: ['admin', 'postbacks', id, 'candidates'],
    queryFn: ({ signal }) => call(listPostbackCandidates, { params: { id }, session, signal }),
    staleTime: 0,
  });

/** Takes a postback off those to be looked at, or puts it back. */
export const review = (id: string, reviewed: boolean) =>
  call(reviewPostback, { params: { id }, body: { reviewed }, session });

/** Matches an unmatched postback again. */
export const replay = (id: string) => call(replayPostback, { params: { id }, session });
