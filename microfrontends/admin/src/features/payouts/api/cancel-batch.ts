import { cancelPayoutBatch } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

export const cancelBatch = (id: string) => call(cancelPayoutBatch, { params: { id }, session });
