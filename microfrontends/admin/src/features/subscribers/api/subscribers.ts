import {
  getSubscriberAccount,
  getSubscriberBilling,
  getSubscriberCommissions,
  listSubscribers,
} from 'contracts/operations/subscribers';
import type { ListedState } from 'contracts/operations/subscribers';
import { call } from 'web-kit/api';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';

export interface SubscriberChoice {
  search?: string;
  state?: ListedState | undefined;
  affiliate?: string | undefined;
  model?: string | undefined;
}

const KEY = ['admin', 'subscribers'] as const;

/** Queries subscribers page by page, the newest registration first. */
export const useSubscribers = (query: SubscriberChoice) =>
  useInfiniteQuery({
    queryKey: [...KEY, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      call(listSubscribers, { query: { ...query, ...(pageParam && { before: pageParam }) }, session, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Poll interval while an order to refund is under way. */
const ORDER_POLL_MS = 10_000;

/** Queries the records of billing about a subscriber. */
export const useSubscriberBilling = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'billing', id],
    queryFn: ({ signal }) => call(getSubscriberBilling, { params: { id }, session, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.refund_orders?.some(({ state }) => state === 'open') && ORDER_POLL_MS,
  });

/** Returns a function that queries what is recorded of a subscriber again. */
export const useSubscriberRefresh = () => {
  const client = useQueryClient();
  return (id: string) => client.invalidateQueries({ queryKey: [...KEY, 'billing', id] });
};

/**
 * Queries what affiliates have earned from a subscriber.
 * @param entries number of ledger entries: each new one may change the earnings
 */
export const useSubscriberCommissions = (id: string, entries: number) =>
  useQuery({
    queryKey: [...KEY, 'commissions', id, entries],
    queryFn: ({ signal }) => call(getSubscriberCommissions, { params: { id }, session, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Queries the records of identity about a subscriber. */
export const useSubscriberAccount = (id: string) =>
  useQuery({
    queryKey: [...KEY, 'account', id],
    queryFn: ({ signal }) => call(getSubscriberAccount, { params: { id }, session, signal }),
    staleTime: 0,
  });
