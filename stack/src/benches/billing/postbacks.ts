import { decimalPrice, FIRST_MONTH_CENTS, MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { PostbackFields, PostbackList } from 'contracts/operations/postbacks';
import type { HttpClient } from '../http-client.ts';
import type { Outcome } from '../open-loop.ts';

/** Name of the sandbox partner in the path of its postbacks. */
const PARTNER = 'sandbox';
const RECORDED = 'recorded';

interface Sending {
  http: HttpClient;
  key: string;
  run: string;
  references: readonly string[];
  /** Number of first payments; all further postbacks are renewals of the same people. */
  subscribers: number;
}

const macrosOf = ({ run, references, subscribers }: Omit<Sending, 'http' | 'key'>, index: number) =>
  ({
    transaction_id: `${run}-${index}`,
    event: index < subscribers ? 'first' : 'renewal',
    sub4: references[index] ?? '',
    amount: decimalPrice(index < subscribers ? FIRST_MONTH_CENTS : MONTHLY_CENTS),
    currency: OFFER_CURRENCY,
  }) satisfies Partial<PostbackFields>;

/** Returns the path of a keyed postback. */
export const postbackPath = (sending: Omit<Sending, 'http'>, index: number): string =>
  `/api/postbacks/${PARTNER}?${new URLSearchParams({ key: sending.key, ...macrosOf(sending, index) }).toString()}`;

/** Sends the postback with this number; any result except a new ledger entry counts as a failure. */
export const sendPostback = async (sending: Sending, index: number): Promise<Outcome> => {
  const { status, text } = await sending.http.get(postbackPath(sending, index), { 'accept-encoding': 'identity' });
  if (status !== 200) return `status ${status}`;
  const { verdict } = JSON.parse(text) as { verdict: string };
  return verdict === RECORDED ? 'ok' : `verdict ${verdict}`;
};

type Page = Pick<PostbackList, 'next'> & {
  postbacks: Pick<PostbackList['postbacks'][number], 'transaction_id' | 'verdict'>[];
};

/**
 * Counts the distinct transactions of a run that are stored as recorded.
 * @param page reads a page of the administrator's list
 */
export const countStored = async (
  run: string,
  page: (query: { search: string; before?: string }) => Promise<Page>,
): Promise<number> => {
  const transactions = new Set<string>();
  for (let before: string | undefined; ;) {
    const { postbacks, next } = await page({ search: `${run}-`, ...(before !== undefined && { before }) });
    for (const { transaction_id: transaction, verdict } of postbacks)
      if (verdict === RECORDED && transaction.startsWith(`${run}-`)) transactions.add(transaction);
    if (next === null) return transactions.size;
    before = next;
  }
};
