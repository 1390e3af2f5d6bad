import { z } from 'zod';
import {
  affiliateBalance,
  affiliateEarnings,
  affiliateTerms,
  earningsQuery,
  newCommissionTerms,
  newPayoutBatch,
  payoutBatch,
  payoutBatchQuery,
  payoutReference,
  payoutStatement,
} from '../commissions.ts';
import { operation } from '../operation.ts';
import { byId } from './shapes.ts';

export const listCommissionTerms = operation({
  id: 'listCommissionTerms',
  service: 'affiliate',
  method: 'GET',
  path: '/api/payouts/terms',
  roles: ['administrator'],
  summary: 'Lists what each affiliate earns, now and from later on',
  response: z.array(affiliateTerms),
  errors: [],
});
export const setCommissionTerms = operation({
  id: 'setCommissionTerms',
  service: 'affiliate',
  method: 'PUT',
  path: '/api/payouts/terms/:id',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Sets what an affiliate earns from now or a later day on; past commissions stay',
  params: byId,
  body: newCommissionTerms,
  response: affiliateTerms,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND'],
});
export const listDueCommissions = operation({
  id: 'listDueCommissions',
  service: 'affiliate',
  method: 'GET',
  path: '/api/payouts/due',
  roles: ['administrator'],
  summary: 'Lists what each affiliate is owed: held, due and paid',
  response: z.array(affiliateBalance),
  errors: [],
});
export const listPayoutBatches = operation({
  id: 'listPayoutBatches',
  service: 'affiliate',
  method: 'GET',
  path: '/api/payouts/batches',
  roles: ['administrator'],
  summary: 'Lists the batches with their statements, the newest first, in pages',
  query: payoutBatchQuery,
  response: z.array(payoutBatch),
  errors: ['VALIDATION_FAILED'],
});
export const createPayoutBatch = operation({
  id: 'createPayoutBatch',
  service: 'affiliate',
  method: 'POST',
  path: '/api/payouts/batches',
  roles: ['administrator'],
  status: 201,
  idempotent: true,
  recentLogin: true,
  summary: 'Creates a batch of everything that is due, where its totals are the given ones',
  body: newPayoutBatch,
  response: payoutBatch,
  errors: ['VALIDATION_FAILED', 'PAYOUT_NOTHING_DUE', 'PAYOUT_CHANGED', 'PAYOUT_BATCH_OPEN'],
});
export const markPayoutBatchPaid = operation({
  id: 'markPayoutBatchPaid',
  service: 'affiliate',
  method: 'PUT',
  path: '/api/payouts/batches/:id/paid',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Marks an open batch as paid, with the reference of its transfer',
  params: byId,
  body: payoutReference,
  response: payoutBatch,
  errors: ['VALIDATION_FAILED', 'PAYOUT_BATCH_NOT_FOUND', 'PAYOUT_BATCH_CLOSED'],
});
export const cancelPayoutBatch = operation({
  id: 'cancelPayoutBatch',
  service: 'affiliate',
  method: 'PUT',
  path: '/api/payouts/batches/:id/cancelled',
  roles: ['administrator'],
  recentLogin: true,
  summary: 'Cancels an open batch: what it holds is due again',
  params: byId,
  response: payoutBatch,
  errors: ['PAYOUT_BATCH_NOT_FOUND', 'PAYOUT_BATCH_CLOSED'],
});
export const getPayoutStatement = operation({
  id: 'getPayoutStatement',
  service: 'affiliate',
  method: 'GET',
  path: '/api/payouts/statements/:id',
  roles: ['affiliate', 'administrator'],
  summary: 'A statement; for its affiliate once it is paid',
  params: byId,
  /** `csv` and `pdf` return the same data as a file. */
  query: z.object({ format: z.enum(['json', 'csv', 'pdf'], 'Format inconnu').optional() }),
  response: payoutStatement,
  errors: ['VALIDATION_FAILED', 'STATEMENT_NOT_FOUND', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
export const getAffiliateEarnings = operation({
  id: 'getAffiliateEarnings',
  service: 'affiliate',
  method: 'GET',
  path: '/api/affiliates/:slug/earnings',
  roles: ['affiliate', 'administrator'],
  summary: 'What an affiliate earns, is owed and was paid, with a page of its statements',
  params: z.object({ slug: z.string().max(100) }),
  query: earningsQuery,
  response: affiliateEarnings,
  errors: ['VALIDATION_FAILED', 'AFFILIATE_NOT_FOUND', 'AFFILIATE_SUSPENDED'],
});
