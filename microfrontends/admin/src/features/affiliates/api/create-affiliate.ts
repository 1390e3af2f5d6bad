import type { newAffiliate } from 'contracts/affiliates';
import { createAffiliate as operation } from 'contracts/operations/affiliates';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';
import type { z } from 'zod';

export type AffiliateBody = z.input<typeof newAffiliate>;

export const createAffiliate = (body: AffiliateBody, idempotencyKey: string) =>
  call(operation, { body, session, headers: { 'idempotency-key': idempotencyKey } });
