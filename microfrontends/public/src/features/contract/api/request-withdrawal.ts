import type { WithdrawalRequest } from 'contracts/contract-requests';
import { requestWithdrawal } from 'contracts/operations/contract';
import { call } from 'web-kit/api';
import { withSession } from './caller.ts';

/** Withdraws from a contract. The receipt states the outcome only to the contract's subscriber, logged in. */
export const sendWithdrawal = (body: WithdrawalRequest, idempotencyKey: string) =>
  withSession((session) => call(requestWithdrawal, { body, session, headers: { 'idempotency-key': idempotencyKey } }));
