import { markPayoutBatchPaid } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

export const markBatchPaid = (id: string, reference: string) =>
  call(markPayoutBatchPaid, { params: { id }, body: { reference }, session });
