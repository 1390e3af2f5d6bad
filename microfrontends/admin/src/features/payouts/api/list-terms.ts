import { listCommissionTerms } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';

export const useCommissionTerms = () =>
  useQuery({
    queryKey: ['admin', 'payouts', 'terms'],
    queryFn: ({ signal }) => call(listCommissionTerms, { session, signal }),
    staleTime: 0,
  });
