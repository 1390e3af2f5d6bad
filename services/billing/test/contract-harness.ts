import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { EventData } from 'contracts/events';
import { startHttpServer } from 'testing/http-server';
import { atThePartner, createHarness, newTransaction } from './harness.ts';
import type { Harness } from './harness.ts';

export interface Receipt {
  reference: string;
  receivedAt: string;
  outcome: string | null;
  contractEnd: string | null;
}

/** Calls that the partner has received. */
export const calls: { path: string; authorization: string | undefined; body: unknown }[] = [];
/** Response of the partner; with status `none` it closes the connection. */
export const partner: { status: number | 'none'; onCall: () => void } = { status: 200, onCall: () => {} };
const respondAsPartner = async (incoming: IncomingMessage, response: ServerResponse) => {
  const body: unknown = await json(incoming);
  calls.push({ path: incoming.url ?? '', authorization: incoming.headers.authorization, body });
  partner.onCall();
  if (partner.status === 'none') response.destroy();
  else response.writeHead(partner.status).end();
};

let partnerServer: Awaited<ReturnType<typeof startHttpServer>>;
/** Billing with this partner; set before the first test. */
export let billing: Harness;
beforeAll(async () => {
  partnerServer = await startHttpServer((incoming, response) => void respondAsPartner(incoming, response));
  billing = await createHarness(undefined, { partner: partnerServer.url });
});
afterAll(async () => {
  const violations = await billing.ledgerCheck.check();
  await billing.close();
  await partnerServer.close();
  expect(violations).toEqual([]);
});
beforeEach(async () => {
  await billing.postgres.query('delete from rate_limits');
  await billing.postgres.query('update partner_orders set done_at = now() where done_at is null');
  calls.length = 0;
  partner.status = 200;
  partner.onCall = () => {};
});

export const DAY_MS = 24 * 60 * 60_000;
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Creates a subscriber who has paid. */
export const paying = async (occurred_at?: string) => {
  const subscriber = await atThePartner(billing);
  const transaction_id = newTransaction();
  await billing.postback({ transaction_id, sub4: subscriber.sub4, ...(occurred_at && { occurred_at }) }).expect(200);
  return { ...subscriber, transaction_id };
};

type Person = { id: string; email: string };
/** Submits a request as a logged-in subscriber or a visitor. */
export const submit = async (
  kind: 'cancellation' | 'withdrawal',
  body: Record<string, unknown>,
  { token = '', key = '' } = {},
): Promise<Receipt> => {
  const { body: receipt } = await billing.request
    .post(`/api/contract/${kind}`)
    .set({ ...(token && { authorization: `Bearer ${token}` }), ...(key && { 'idempotency-key': key }) })
    .send({ firstName: 'Anaïs', lastName: 'Le Goff', ...body })
    .expect(201);
  return receipt as Receipt;
};
/** Returns the event of a request. */
export const announced = async (reference: string): Promise<EventData<'contract.requested'>> => {
  const { rows } = await billing.postgres.query<{ data: EventData<'contract.requested'> }>(
    `select event -> 'data' as data from outbox where event -> 'data' ->> 'reference' = $1`,
    [reference],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.data as EventData<'contract.requested'>;
};
export const outcomeOf = async (kind: 'cancellation' | 'withdrawal', body: Record<string, unknown>): Promise<string> =>
  (await announced((await submit(kind, body)).reference)).outcome;
/** Pays again by the opened payment link. @returns the transaction */
export const payAgain = async ({ sub4 }: Awaited<ReturnType<typeof paying>>, occurred_at?: string): Promise<string> => {
  const transaction_id = newTransaction();
  await billing.postback({ transaction_id, sub4, ...(occurred_at && { occurred_at }) }).expect(200);
  return transaction_id;
};
/** Sends the partner's postback on a payment. */
export const notified = (event: 'cancellation' | 'refund') => (original_transaction_id: string) =>
  billing.postback({ transaction_id: newTransaction(), event, original_transaction_id }).expect(200);
export const [cancelled, refunded] = [notified('cancellation'), notified('refund')];
/** Returns the orders sent to the partner for a transaction. */
export const ordered = async (transactionId: string): Promise<string[]> => {
  const { rows } = await billing.postgres.query<{ action: string }>(
    'select action from partner_orders where transaction_id = $1 order by action',
    [transactionId],
  );
  return rows.map(({ action }) => action);
};
/** Returns the names of a subscriber's events in order. */
export const names = async ({ id }: Person) => (await billing.events(id)).map(({ name }) => name);
