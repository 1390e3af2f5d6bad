import { listPayments } from 'contracts/operations/payments';
import type { Payment } from 'contracts/payments';
import { callPage } from 'web-kit/api';
import { useInfiniteQuery } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

interface PaymentPage {
  items: Payment[];
  next: string | null;
}

/**
 * Queries a subscriber's payments, a page for each call of `fetchNextPage`; refetched at each visit and when the page is visible
 * again, since payments are made outside this page.
 */
export const usePayments = (email: string) =>
  useInfiniteQuery({
    queryKey: ['payments', email],
    queryFn: async ({ signal, pageParam }): Promise<PaymentPage> => {
      const { items, next } = await callPage(listPayments, {
        query: pageParam ? { cursor: pageParam } : {},
        session: subscriberSession,
        signal,
      });
      return { items, next };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
