import { checkPayment } from 'contracts/operations/billing';
import { useEffect } from 'react';
import { call } from 'web-kit/api';
import { useQuery, useQueryClient } from 'web-kit/query';
import type { QueryRoot } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';

/** Poll interval while the page is visible. */
const POLL_INTERVAL_MS = 4_000;

/** Polls until the subscriber has paid, also at once when the page becomes visible. */
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

/** Polls whether a subscriber has paid, then refetches the content that the payment has unlocked. */
export const useHasPaid = (email: string | undefined) => {
  const client = useQueryClient();
  const check = usePaymentCheck(email);
  const hasPaid = check.data?.hasPaid ?? false;
  useEffect(() => {
    if (!hasPaid) return;
    for (const root of ['model', 'subscription'] satisfies QueryRoot[])
      void client.invalidateQueries({ queryKey: [root] });
  }, [client, hasPaid]);
  return { ...check, hasPaid };
};
