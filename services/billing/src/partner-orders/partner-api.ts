import type { PartnerKeys } from '../postbacks/partner-keys.ts';
import type { PartnerOrder } from './partner-order.repository.ts';

const TIMEOUT_MS = 10_000;
/** Statuses of permanent rejections: the partner does not know the transaction, or considers the order invalid. */
const FINAL: ReadonlySet<number> = new Set([400, 404, 410, 422]);

/** Result of an order: carried out (now or before), permanently rejected, or to be retried. */
export type OrderResult = 'done' | 'rejected' | 'failed';

/** API of the partners. */
export interface PartnerApi {
  /** Names of the partners with an API. */
  partners: readonly string[];
  send: (order: Pick<PartnerOrder, 'partner' | 'transactionId' | 'action'>) => Promise<OrderResult>;
}

/**
 * Creates the client of the partners' API, in the sandbox's format: POST <address>/cancel and /refund with the transaction,
 * authorised by the partner's postback key. Partners with another API need another adapter with this interface.
 * @param addresses address of the API by partner
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
    // 409: already done.
    if (response.ok || response.status === 409) return 'done';
    return FINAL.has(response.status) ? 'rejected' : 'failed';
  },
});
