import type { CancellationRequest } from 'contracts/contract-requests';
import { requestCancellation } from 'contracts/operations/contract';
import { call } from 'web-kit/api';
import { caller } from './caller.ts';

/** Cancels a contract. What became of it is in the receipt of its subscriber alone, logged in. */
export const sendCancellation = (body: CancellationRequest) => call(requestCancellation, { body, ...caller() });
