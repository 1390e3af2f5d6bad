/** What the redirect carries, in the order of the page. */
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
  /** The shop's reference: sub4. */
  reference: string;
  sourceId: string;
  /** In units: "2.00" */
  amount: string;
  currency: string;
  paidAt: string;
  refundedAt: string | null;
  /** When the contract that it paid for was cancelled: nothing more is charged. */
  cancelledAt: string | null;
}

/** The oldest are deleted beyond this many. */
const REMEMBERED = 1_000;

/** The payments of this process's life, the latest first. */
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
