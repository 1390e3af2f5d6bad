import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import { isPayment } from '../ledger/ledger-entry.ts';
import { POSTBACK_COLUMNS, postbackOfRow } from './postback-row.ts';
import type { PostbackRow } from './postback-row.ts';
import { isEntry, isOfPayment, namingItsPayment, transactionOf } from './postback.ts';
import type { EntryPostback, Postback } from './postback.ts';

const LOCK = prepared(
  'select pg_advisory_xact_lock(lock) from (select distinct hashtextextended(key, 0) as lock from unnest($1::text[]) as key order by 1) as locks',
);
/** $1 partner, $2 transaction. */
const WAITING = prepared(`
  with recursive waiting as (
    select transaction_id, reference from postbacks
      where partner = $1 and original_transaction_id = $2 and original_transaction_id <> '' and verdict = 'unmatched' and event in ('first', 'renewal')
    union select p.transaction_id, p.reference from waiting w join postbacks p on p.partner = $1
      and p.original_transaction_id = w.transaction_id and p.original_transaction_id <> '' and p.verdict = 'unmatched' and p.event in ('first', 'renewal'))
  select 'transaction ' || transaction_id as key from waiting
  union select 'checkout ' || reference from waiting where reference <> ''`);
/** $1 partner, $2 transaction, $3 notification. */
const earlier = (verdicts: string) =>
  prepared(`
  select event, false as "isNotification" from postbacks where partner = $1 and transaction_id = $2 and ${verdicts}
  union all select event, true from postbacks where partner = $1 and webhook_id = $3 and verdict <> 'duplicate'`);
const BEFORE_DECLINE = earlier(`verdict <> 'duplicate'`);
const BEFORE = earlier(`verdict not in ('duplicate', 'declined')`);
/** $1 partner, $2 payment with the identifier of a refund, chargeback or cancellation that waits for it, $3 its new identifier. */
const NAME_PAYMENT = `
  update postbacks set transaction_id = $3, original_transaction_id = case when original_transaction_id = '' then $2 else original_transaction_id end
  where partner = $1 and transaction_id = $2 and verdict = 'unmatched'
    and not exists (select from postbacks where partner = $1 and transaction_id = $3 and verdict not in ('duplicate', 'declined'))`;
/** $1 partner, $2 transaction, $3 checkout, $4 time of the payment, $5 subscriber. */
const AHEAD = prepared(`
  select ${POSTBACK_COLUMNS} from postbacks where partner = $1 and verdict = 'unmatched'
    and (original_transaction_id = $2 or original_transaction_id = '' and event in ('refund', 'chargeback', 'cancellation')
      and ((reference <> '' and reference = $3) or (email <> '' and occurred_at >= $4 and email = (
        select lower(email) from subscribers where id = $5 and not erased and not exists (
          select from subscribers other where lower(other.email) = lower(subscribers.email) and other.id <> $5 and not other.erased)))))
  order by occurred_at, transaction_id for update`);

const lock = async (client: Queryable, partner: string, keys: readonly string[]): Promise<void> => {
  await client.query(LOCK, [keys.map((key) => `${partner} ${key}`)]);
};

/** Returns the lock keys of unmatched payments that depend on this payment, directly or indirectly. */
const keysOfWaiting = async (
  client: Queryable,
  { partner, transactionId }: Pick<Postback, 'partner' | 'transactionId'>,
): Promise<string[]> => {
  const { rows } = await client.query<{ key: string }>(WAITING, [partner, transactionId]);
  return rows.map(({ key }) => key);
};

/** Queries for postbacks about the same payment. */
export const createRelatedPostbackRepository = () => ({
  /**
   * Locks postbacks about the same transaction or checkout across processes until the transaction ends, so that a payment and its
   * refund that arrive together see each other. All locks are taken in one order, against deadlocks: when unmatched payments have
   * arrived meanwhile, the locks are released and taken again together with theirs.
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
    await client.query('savepoint unlocked');
    for (let waiting: string[] = []; ;) {
      await lock(client, partner, [...own, ...waiting]);
      const known = new Set(waiting);
      waiting = await keysOfWaiting(client, postback);
      if (waiting.every((key) => known.has(key))) break;
      await client.query('rollback to savepoint unlocked');
    }
    await client.query('release savepoint unlocked');
  },
  /**
   * Returns the postback under the identifier that is stored, and whether its transaction, or the notification itself, has arrived
   * before. A declined transaction may still succeed; a decline adds nothing to a known transaction, matched or not. A refund,
   * chargeback or cancellation may have the identifier of its payment, whichever of both arrives first.
   */
  identify: async (client: Queryable, received: Postback): Promise<{ postback: Postback; isRepeated: boolean }> => {
    const { partner, webhookId, event, transactionId } = received;
    const readEarlier = async (transaction: string) =>
      (
        await client.query<Pick<Postback, 'event'> & { isNotification: boolean }>(
          event === 'decline' ? BEFORE_DECLINE : BEFORE,
          [partner, transaction, webhookId],
        )
      ).rows;
    const [other, ...others] = await readEarlier(transactionId);
    if (!other) return { postback: received, isRepeated: false };
    if (other.isNotification || others.length > 0 || other.event === event)
      return { postback: received, isRepeated: true };
    if (isOfPayment(event)) {
      const postback = namingItsPayment(received);
      return { postback, isRepeated: (await readEarlier(postback.transactionId)).length > 0 };
    }
    if (!isPayment(event) || !isOfPayment(other.event)) return { postback: received, isRepeated: true };
    const ownId = transactionOf(other.event, transactionId);
    const { rowCount } = await client.query(NAME_PAYMENT, [partner, transactionId, ownId]);
    return { postback: received, isRepeated: rowCount === 0 };
  },
  /**
   * Returns earlier unmatched postbacks that this payment resolves, in order of transaction time: those that name its transaction,
   * and refunds and cancellations without a transaction that name its checkout. Those that name neither are included when they are
   * not older than the payment and state the address, which only its subscriber may have.
   */
  aheadOf: async (
    client: Queryable,
    { partner, transactionId, reference: stated, occurredAt }: Postback,
    subscriberId: string,
  ): Promise<EntryPostback[]> => {
    const reference = checkoutReference(stated);
    const { rows } = await client.query<PostbackRow>(AHEAD, [
      partner,
      transactionId,
      reference,
      occurredAt,
      subscriberId,
    ]);
    const isOfCheckout = (other: string) => other === '' || other === reference;
    return rows
      .map(postbackOfRow)
      .filter(isEntry)
      .filter((each) => each.originalTransactionId !== '' || isOfCheckout(checkoutReference(each.reference)));
  },
  /**
   * Whether the payment that a postback depends on is also unmatched: found by transaction, or for a refund or cancellation without
   * one by checkout, else by address. Payments that name each other in a circle do not wait for each other.
   */
  isAheadOfWaiting: async (
    client: Queryable,
    { partner, transactionId, originalTransactionId, reference, email, event }: Postback,
  ): Promise<boolean> => {
    const [checkout, address] = isPayment(event) ? ['', ''] : [checkoutReference(reference), email];
    const { rows } = await client.query(
      `with recursive named as (
         select id as start, transaction_id, original_transaction_id from postbacks
           where partner = $1 and verdict = 'unmatched' and event in ('first', 'renewal')
             and case when $2 <> '' then transaction_id = $2 when $3 <> '' then reference = $3 else email <> '' and email = $4 end
         union select n.start, p.transaction_id, p.original_transaction_id from named n join postbacks p on p.partner = $1
           and p.transaction_id = n.original_transaction_id and p.verdict = 'unmatched' and p.event in ('first', 'renewal'))
       select from named group by start having not bool_or($5 in (transaction_id, original_transaction_id)) limit 1`,
      [partner, originalTransactionId, checkout, address, transactionId],
    );
    return rows.length > 0;
  },
});
export type RelatedPostbackRepository = ReturnType<typeof createRelatedPostbackRepository>;
