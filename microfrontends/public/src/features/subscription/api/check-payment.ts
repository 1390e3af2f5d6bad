import { checkPayment } from 'contracts/operations/billing';
import { useEffect } from 'react';
import { call } from 'web-kit/api';
import { useQuery, useQueryClient } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Time between two polls while the page is in sight. */
const POLL_INTERVAL_MS = 4_000;

/** Polls whether a subscriber has paid until it has; immediately when the page becomes visible. */
const usePaymentCheck = (email: string | undefined) =>
  useQuery({
    queryKey: ['payment', email],
    queryFn: ({ signal }) => call(checkPayment, { session: subscriberSession, signal }),
    enabled: email !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.hasPaid ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: 'always',
  });

/** Whether a subscriber has paid, looked up again until it has; then what was locked is loaded anew. */
export const useHasPaid = (email: string | undefined) => {
  const client = useQueryClient();
  const check = usePaymentCheck(email);
  const hasPaid = check.data?.hasPaid ?? false;
  useEffect(() => {
    if (hasPaid)
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'model' || queryKey[0] === 'subscription',
      });
  }, [client, hasPaid]);
  return { ...check, hasPaid };
};
