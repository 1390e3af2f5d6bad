import { checkPayment } from 'contracts/operations/billing';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Milliseconds between two looks, while the page is in sight. */
const LOOK_AGAIN = 4_000;

/** Whether a subscriber has paid, asked again and again until it has; at once when the page comes back into sight. */
export const usePaymentCheck = (email: string | undefined) =>
  useQuery({
    queryKey: ['payment', email],
    queryFn: ({ signal }) => call(checkPayment, { session: subscriberSession, signal }),
    enabled: email !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.hasPaid ? false : LOOK_AGAIN),
    refetchOnWindowFocus: 'always',
  });
