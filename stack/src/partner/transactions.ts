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

export interface Transaction {
  id: string;
  /** Reference of the shop: sub4. */
  reference: string;
  sourceId: string;
  /** Amount in units: "2.00". */
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
  return {
    add: (transaction: Transaction): void => {
      known.set(transaction.id, transaction);
      const [oldest] = known.keys();
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    },
    find: (id: string): Transaction | null => known.get(id) ?? null,
    list: (): Transaction[] => [...known.values()].reverse(),
    ofReference: (reference: string): Transaction[] =>
      reference === ''
        ? []
        : [...known.values()].reverse().filter((transaction) => transaction.reference === reference),
  };
};
export type Transactions = ReturnType<typeof createTransactions>;
