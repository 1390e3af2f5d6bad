import { cancellationRequest, contractReceipt, withdrawalRequest } from '../contract-requests.ts';
import { operation } from '../operation.ts';

export const requestCancellation = operation({
  id: 'requestCancellation',
  service: 'billing',
  method: 'POST',
  path: '/api/contract/cancellation',
  summary: 'Cancels the contract of a subscriber, without a login; a mail confirms it with the end of the contract',
  readsToken: true,
  body: cancellationRequest,
  response: contractReceipt,
  status: 201,
  idempotent: true,
  errors: ['VALIDATION_FAILED', 'TOO_MANY_ATTEMPTS'],
});
export const requestWithdrawal = operation({
  id: 'requestWithdrawal',
  service: 'billing',
  method: 'POST',
  path: '/api/contract/withdrawal',
  summary: 'Withdraws from a contract within 14 days, without a login; a mail confirms the receipt',
  readsToken: true,
  body: withdrawalRequest,
  response: contractReceipt,
  status: 201,
  idempotent: true,
  errors: ['VALIDATION_FAILED', 'TOO_MANY_ATTEMPTS'],
});
