import { listAffiliates } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';

export const useAffiliates = () =>
  useQuery({
    queryKey: ['admin', 'affiliates'],
    queryFn: ({ signal }) => call(listAffiliates, { session, signal }),
    staleTime: 0,
  });
