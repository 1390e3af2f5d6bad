import { useEffect } from 'react';
import { useQueryClient } from 'web-kit/query';
import { usePaymentCheck } from './api/check-payment.ts';

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
