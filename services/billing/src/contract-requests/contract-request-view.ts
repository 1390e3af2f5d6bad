import type { ContractRequest } from './contract-request.ts';

type Shown = Pick<ContractRequest, 'reference' | 'kind' | 'outcome' | 'receivedAt' | 'effectiveAt'>;

/** Returns what the API shows of a request. */
export const requestView = ({ reference, kind, outcome, receivedAt, effectiveAt }: Shown) => ({
  reference,
  kind,
  outcome,
  received_at: receivedAt.toISOString(),
  effective_at: effectiveAt?.toISOString() ?? null,
});
