import type { newAffiliate } from 'contracts/affiliates';
import { createAffiliate, deleteAffiliate, listAffiliates, updateAffiliate } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { adminSession as session } from 'web-kit/session';
import type { z } from 'zod';

export type AffiliateBody = z.input<typeof newAffiliate>;

/** The administrator's calls on affiliates. */
export const affiliatesApi = {
  create: (body: AffiliateBody, idempotencyKey: string) =>
    call(createAffiliate, { body, session, headers: { 'idempotency-key': idempotencyKey } }),
  update: (id: string, body: Partial<AffiliateBody>) => call(updateAffiliate, { params: { id }, body, session }),
  remove: (id: string) => call(deleteAffiliate, { params: { id }, session }),
};

export const useAffiliates = () =>
  useQuery({
    queryKey: ['admin', 'affiliates'],
    queryFn: ({ signal }) => call(listAffiliates, { session, signal }),
    staleTime: 0,
  });
