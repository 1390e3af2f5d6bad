import type { CancellationRequest } from 'contracts/contract-requests';
import { requestCancellation } from 'contracts/operations/contract';
import { call } from 'web-kit/api';
import { withSession } from './caller.ts';

/** Cancels a contract. The receipt states the outcome only to the contract's subscriber, logged in. */
export const sendCancellation = (body: CancellationRequest, idempotencyKey: string) =>
  withSession((session) =>
    call(requestCancellation, { body, session, headers: { 'idempotency-key': idempotencyKey } }),
  );
