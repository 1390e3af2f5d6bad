import { checkPayment } from 'contracts/operations/billing';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Milliseconds between two looks, while the page is in sight. */
const POLL_INTERVAL_MS = 4_000;

/** Polls whether a subscriber has paid until it has; immediately when the page becomes visible. */
export const usePaymentCheck = (email: string | undefined) =>
  useQuery({
    queryKey: ['payment', email],
    queryFn: ({ signal }) => call(checkPayment, { session: subscriberSession, signal }),
    enabled: email !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.hasPaid ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: 'always',
  });
