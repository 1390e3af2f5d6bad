import type { Money } from 'contracts/commissions';
import { createPayoutBatch } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

/** Creates a payout batch of the due commissions. @param totals the totals that the user has confirmed */
export const createBatch = (totals: Money[], idempotencyKey: string) =>
  call(createPayoutBatch, { body: { totals }, session, headers: { 'idempotency-key': idempotencyKey } });
