import { listDueCommissions } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import { adminKeys } from '../../../query-keys.ts';

export const useDueCommissions = () =>
  useQuery({
    queryKey: [...adminKeys.payouts, 'due'],
    queryFn: ({ signal }) => call(listDueCommissions, { session, signal }),
    staleTime: 0,
  });
