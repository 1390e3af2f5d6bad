import type { NewCommissionTerms } from 'contracts/commissions';
import { setCommissionTerms } from 'contracts/operations/payouts';
import { call } from 'web-kit/api';
import { adminSession as session } from 'web-kit/session';

/** Saves an affiliate's commission terms. @param id of the affiliate */
export const setTerms = (id: string, body: NewCommissionTerms) =>
  call(setCommissionTerms, { params: { id }, body, session });
