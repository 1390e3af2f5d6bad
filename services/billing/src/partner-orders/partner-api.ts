import type { PartnerKeys } from '../postbacks/partner-keys.ts';
import type { PartnerOrder } from './partner-order.repository.ts';

/** Milliseconds for one call. */
const TIMEOUT_MS = 10_000;
/** Statuses that no repetition changes: the transaction is not theirs, or the order makes no sense to them. */
const FINAL: ReadonlySet<number> = new Set([400, 404, 410, 422]);

/** Result of an order at its partner: carried out (now or before), rejected for good, or to be repeated. */
export type OrderResult = 'done' | 'rejected' | 'failed';

/** A partner's calls. */
export interface PartnerApi {
  /** Names of the partners that can be called. */
  partners: readonly string[];
  send: (order: Pick<PartnerOrder, 'partner' | 'transactionId' | 'action'>) => Promise<OrderResult>;
}

/**
 * The calls of partners as the sandbox has them: POST <address>/cancel and /refund with the transaction, authorised by the key
 * that the partner's postbacks carry. A partner with another interface gets another adapter of this shape.
 * @param addresses partner's name -> address of its calls
 */
export const createPartnerApi = (addresses: Readonly<Record<string, string>>, keys: PartnerKeys): PartnerApi => ({
  partners: Object.keys(addresses),
  send: async ({ partner, transactionId, action }) => {
    const address = addresses[partner];
    const key = keys[partner]?.[0];
    if (address === undefined || key === undefined) return 'failed';
    const response = await fetch(`${address.replace(/\/$/, '')}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ transaction_id: transactionId }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    // 409: done before.
    if (response.ok || response.status === 409) return 'done';
    return FINAL.has(response.status) ? 'rejected' : 'failed';
  },
});
