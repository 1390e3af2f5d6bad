import type { Queryable } from 'service-kit/postgres';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import { isPayment } from '../ledger/ledger-entry.ts';
import type { EntryEvent } from '../ledger/ledger-entry.ts';
import { postbackOfRow } from './postback-row.ts';
import type { PostbackRow } from './postback-row.ts';
import { isEntry } from './postback.ts';
import type { Postback } from './postback.ts';

const lock = async (client: Queryable, partner: string, keys: readonly string[]): Promise<void> => {
  await client.query(
    'select pg_advisory_xact_lock(lock) from (select distinct hashtextextended(key, 0) as lock from unnest($1::text[]) as key order by 1) as locks',
    [keys.map((key) => `${partner} ${key}`)],
  );
};

/** Returns the lock keys of the payments that wait for this one, or for one that does. */
const keysOfWaiting = async (
  client: Queryable,
  { partner, transactionId }: Pick<Postback, 'partner' | 'transactionId'>,
): Promise<string[]> => {
  const { rows } = await client.query<{ key: string }>(
    `with recursive waiting as (
       select transaction_id, reference from postbacks
         where partner = $1 and original_transaction_id = $2 and original_transaction_id <> '' and verdict = 'unmatched' and event in ('first', 'renewal')
       union select p.transaction_id, p.reference from waiting w join postbacks p on p.partner = $1
         and p.original_transaction_id = w.transaction_id and p.original_transaction_id <> '' and p.verdict = 'unmatched' and p.event in ('first', 'renewal'))
     select 'transaction ' || transaction_id as key from waiting
     union select 'checkout ' || reference from waiting where reference <> ''`,
    [partner, transactionId],
  );
  return rows.map(({ key }) => key);
};

/** Postbacks about the same payment as another one. */
export const relatedPostbacks = {
  /**
   * Locks postbacks about the same transaction or checkout against other processes until the transaction ends: a payment and its
   * refund that arrive together see each other. Locks are taken in one order, against deadlocks.
   */
  lockRelated: async (
    client: Queryable,
    postback: Pick<
      Postback,
      'partner' | 'webhookId' | 'transactionId' | 'originalTransactionId' | 'reference' | 'event'
    >,
  ): Promise<void> => {
    const { partner, webhookId, transactionId, originalTransactionId, reference, event } = postback;
    const own = [
      `transaction ${transactionId}`,
      ...(originalTransactionId ? [`transaction ${originalTransactionId}`] : []),
      ...(reference ? [`checkout ${reference}`] : []),
      ...(webhookId === null ? [] : [`webhook ${webhookId}`]),
    ];
    if (!isPayment(event)) return lock(client, partner, own);
    const known = await keysOfWaiting(client, postback);
    await lock(client, partner, [...own, ...known]);
    const arrived = (await keysOfWaiting(client, postback)).filter((key) => !known.includes(key));
    if (arrived.length > 0) await lock(client, partner, arrived);
  },
  /** Whether its transaction, or the notification itself, has arrived before. A declined transaction may still succeed; a decline adds nothing to one that is known, matched or not. */
  isRepeated: async (
    client: Queryable,
    { partner, transactionId, webhookId, event }: Pick<Postback, 'partner' | 'transactionId' | 'webhookId' | 'event'>,
  ): Promise<boolean> => {
    const equal = event === 'decline' ? `verdict <> 'duplicate'` : `verdict not in ('duplicate', 'declined')`;
    const { rows } = await client.query(
      `select from postbacks where partner = $1 and transaction_id = $2 and ${equal}
       union all select from postbacks where partner = $1 and webhook_id = $3 and verdict <> 'duplicate' limit 1`,
      [partner, transactionId, webhookId],
    );
    return rows.length > 0;
  },
  /**
   * Postbacks that arrived before this payment and name its transaction, and refunds and cancellations that name its checkout and no
   * transaction, or neither, but state the address that its subscriber alone has and are not older than it; in the order of the
   * money.
   */
  aheadOf: async (
    client: Queryable,
    { partner, transactionId, reference: stated, occurredAt }: Postback,
    subscriberId: string,
  ): Promise<Postback<EntryEvent>[]> => {
    const reference = checkoutReference(stated);
    const { rows } = await client.query<PostbackRow>(
      `select * from postbacks where partner = $1 and verdict = 'unmatched'
         and (original_transaction_id = $2 or original_transaction_id = '' and event in ('refund', 'chargeback', 'cancellation')
           and ((reference <> '' and reference = $3) or (email <> '' and occurred_at >= $4 and email = (
             select lower(email) from subscribers where id = $5 and not erased and not exists (
               select from subscribers other where lower(other.email) = lower(subscribers.email) and other.id <> $5 and not other.erased)))))
       order by occurred_at, transaction_id for update`,
      [partner, transactionId, reference, occurredAt, subscriberId],
    );
    const isOfCheckout = (other: string) => other === '' || other === reference;
    return rows
      .map(postbackOfRow)
      .filter(isEntry)
      .filter((each) => each.originalTransactionId !== '' || isOfCheckout(checkoutReference(each.reference)));
  },
  /** Whether the payment that a refund or cancellation names, by its transaction, else checkout, else address, waits too. */
  isAheadOfWaiting: async (
    client: Queryable,
    { partner, originalTransactionId, reference, email }: Postback,
  ): Promise<boolean> => {
    const { rows } = await client.query(
      `select from postbacks where partner = $1 and verdict = 'unmatched' and event in ('first', 'renewal')
         and case when $2 <> '' then transaction_id = $2 when $3 <> '' then reference = $3 else email <> '' and email = $4 end limit 1`,
      [partner, originalTransactionId, checkoutReference(reference), email],
    );
    return rows.length > 0;
  },
};
export type RelatedPostbacks = typeof relatedPostbacks;
