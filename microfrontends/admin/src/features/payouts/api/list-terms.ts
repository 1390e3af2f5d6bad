import { listCommissionTerms } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

export const useCommissionTerms = () =>
  useQuery({
    queryKey: [...adminKeys.payouts, 'terms'],
    queryFn: ({ signal }) => call(listCommissionTerms, { session, signal }),
    staleTime: 0,
  });
