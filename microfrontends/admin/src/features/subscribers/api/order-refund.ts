import { orderRefund as operation } from 'contracts/operations/subscribers';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

/** Orders the refund of a payment at its partner. */
export const orderRefund = (subscriberId: string, entryId: string, idempotencyKey: string) =>
  call(operation, {
    params: { id: subscriberId },
    body: { entry_id: entryId },
    session,
    headers: { 'idempotency-key': idempotencyKey },
  });
