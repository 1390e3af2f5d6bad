/** Parameters of the redirect, in the order of the page. */
export const PARAMETERS = [
  'source_id',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'sub6',
  'sub7',
  'sub8',
  'sub9',
] as const;
export type Parameters = Partial<Record<(typeof PARAMETERS)[number], string>>;

/** Prefixes of its transaction ids: of payments on its page, and of the demo's history. */
export const ID_PREFIXES = { page: 'SB-', history: 'sbx_' } as const;

export interface Transaction {
  id: string;
  /** Reference of the shop: sub4; empty when unknown. */
  reference: string;
  sourceId: string;
  /** Amount in units: "2.00"; empty when unknown, as the currency then is. */
  amount: string;
  currency: string;
  paidAt: string;
  refundedAt: string | null;
  /** Time at which the contract was cancelled; nothing more is charged. */
  cancelledAt: string | null;
}

/** Maximum number of stored transactions; the oldest are deleted. */
const REMEMBERED = 1_000;

/** Stores the payments since the process started, latest first. */
export const createTransactions = () => {
  const known = new Map<string, Transaction>();
  const add = (transaction: Transaction): void => {
    known.set(transaction.id, transaction);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  };
  const find = (id: string): Transaction | null => known.get(id) ?? null;
  return {
    add,
    find,
    /** Returns a payment of the demo's history, or from before the process started; null for an id of another form. */
    recall: (id: string): Transaction | null => {
      const found = find(id);
      if (found || !Object.values(ID_PREFIXES).some((prefix) => id.startsWith(prefix))) return found;
      const transaction: Transaction = {
        id,
        reference: '',
        sourceId: '',
        amount: '',
        currency: '',
        paidAt: '',
        refundedAt: null,
        cancelledAt: null,
      };
      add(transaction);
      return transaction;
    },
    list: (): Transaction[] => [...known.values()].reverse(),
    ofReference: (reference: string): Transaction[] =>
      reference === ''
        ? []
        : [...known.values()].reverse().filter((transaction) => transaction.reference === reference),
  };
};
export type Transactions = ReturnType<typeof createTransactions>;
