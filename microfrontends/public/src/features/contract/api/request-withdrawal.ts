import type { WithdrawalRequest } from 'contracts/contract-requests';
import { requestWithdrawal } from 'contracts/operations/contract';
import { call } from 'web-kit/api';
import { caller } from './caller.ts';

/** Withdraws from a contract. What became of it is in the receipt of its subscriber alone, logged in. */
export const sendWithdrawal = (body: WithdrawalRequest) => call(requestWithdrawal, { body, ...caller() });
