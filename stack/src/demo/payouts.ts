import type { CommissionTerms } from 'contracts/commissions';
import { listAffiliates } from 'contracts/operations/affiliates';
import { verifyAdministrator } from 'contracts/operations/auth';
import {
  createPayoutBatch,
  listDueCommissions,
  listPayoutBatches,
  markPayoutBatchPaid,
  setCommissionTerms,
} from 'contracts/operations/payouts';
import { waitUntil } from '../wait-until.ts';
import type { Client } from './client.ts';

/** Time from a payment to its commission. */
const COMMISSION_TIMEOUT_MS = 10_000;

/** Commission terms of the demo affiliates. */
export const TERMS: Readonly<Record<string, CommissionTerms>> = {
  'aff-one': {
    first: { kind: 'fixed', cents: 150 },
    renewal: { kind: 'percent', basis_points: 2_000 },
    holding_days: 30,
    minimum_cents: 100,
  },
  'aff-two': {
    first: { kind: 'percent', basis_points: 3_000 },
    renewal: { kind: 'percent', basis_points: 3_000 },
    holding_days: 30,
    minimum_cents: 1_000,
  },
};
/** Affiliate whose first commission is due immediately, so that there is a batch. */
const PAID_AFFILIATE = 'aff-one';
const WITHOUT_HOLDING = { holding_days: 0, minimum_cents: 0 };

class NothingDue extends Error {}

/** Reference of the batch that the demo pays, distinct from those of its history. */
const REFERENCE = 'VIR-DEMO-1';

/** Creates commission terms and one paid batch. Changes nothing when that batch exists. */
export const createPayouts = async ({ call }: Client, adminPassword: string) => {
  // Payouts need a recent login; publishing the models takes minutes.
  const login = await call(verifyAdministrator, { body: { password: adminPassword } });
  const token = 'token' in login ? login.token : '';
  const isPaid = async (before?: number): Promise<boolean> => {
    const batches = await call(listPayoutBatches, { query: { cursor: before } }, token);
    const last = batches.at(-1);
    return batches.some(({ reference }) => reference === REFERENCE) || (last !== undefined && isPaid(last.number));
  };
  const isDone = await isPaid();
  const ids = new Map((await call(listAffiliates, {}, token)).map(({ id, slug }) => [slug, id]));
  const agree = async (slug: string, changes: Partial<CommissionTerms> = {}) => {
    const [id, terms] = [ids.get(slug), TERMS[slug]];
    if (id && terms) await call(setCommissionTerms, { params: { id }, body: { ...terms, ...changes } }, token);
  };
  return {
    /** Sets the terms of the first payments. */
    agreeFirst: async (): Promise<void> => {
      if (isDone) return;
      for (const slug of Object.keys(TERMS)) await agree(slug, slug === PAID_AFFILIATE ? WITHOUT_HOLDING : {});
    },
    /** Pays the amounts due now and sets the terms of later payments. @returns false when nothing was due */
    payFirst: async (): Promise<boolean> => {
      if (isDone) return true;
      // A batch is rejected when commissions arrive meanwhile, and retried with the new sums.
      const batch = await waitUntil(
        'a commission that is due',
        async () => {
          const due = (await call(listDueCommissions, {}, token)).filter(({ payable_cents }) => payable_cents > 0);
          if (due.length === 0) throw new NothingDue();
          const totals = [...Map.groupBy(due, ({ currency }) => currency)].map(([currency, rows]) => ({
            currency,
            cents: rows.reduce((sum, { payable_cents }) => sum + payable_cents, 0),
          }));
          return call(createPayoutBatch, { body: { totals } }, token);
        },
        { deadlineMs: COMMISSION_TIMEOUT_MS, everyMs: 300 },
      ).catch((error: unknown) => {
        if (error instanceof Error && error.cause instanceof NothingDue) return null;
        throw error;
      });
      if (batch) await call(markPayoutBatchPaid, { params: { id: batch.id }, body: { reference: REFERENCE } }, token);
      await agree(PAID_AFFILIATE);
      return batch !== null;
    },
  };
};
