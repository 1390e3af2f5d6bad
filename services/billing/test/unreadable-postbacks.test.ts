import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ReportComparison } from 'contracts/operations/postback-report';
import type { PostbackList, StoredPostback } from 'contracts/operations/postbacks';
import { atThePartner, newTransaction, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

const latest = async (query: Record<string, string> = {}): Promise<StoredPostback | undefined> => {
  const { body } = await billing.request.get('/api/postbacks').query(query).set({ authorization }).expect(200);
  return (body as PostbackList).postbacks[0];
};
const parametersOf = (postback: StoredPostback | undefined) =>
  Object.fromEntries(postback?.call?.parameters.map(({ name, value }) => [name, value]) ?? []);

describe('an authenticated call that cannot be read', () => {
  test('is stored with its verdict, the fields concerned and the call as it came', async () => {
    const transaction_id = newTransaction();
    await billing
      .postback({ transaction_id, amount: '2 euros', occurred_at: 'yesterday', email: 'lea@exemple.fr' })
      .expect(400);
    const stored = await latest();
    expect(stored).toMatchObject({
      verdict: 'rejected',
      transaction_id,
      event: null,
      amount_cents: null,
      unreadable_fields: ['amount', 'occurred_at'],
      subscriber: null,
      call: { method: 'GET', path: '/api/postbacks/sandbox' },
    });
    expect(parametersOf(stored)).toMatchObject({ key: '•••', amount: '2 euros', occurred_at: 'yesterday' });
    expect(JSON.stringify(stored)).not.toContain('exemple.fr');
  });

  test.each<[string, Record<string, unknown> | string, readonly string[]]>([
    ['text that is not JSON', '{', []],
    ['a list', '[1]', []],
    ['no transaction', {}, ['transaction_id']],
    ['an unknown event', { transaction_id: 'x', event: 'gift' }, ['event']],
    ['a partial refund without an amount', { transaction_id: 'x', event: 'partial_refund' }, ['amount']],
    [
      'a NUL and half a character',
      { transaction_id: 'x\u0000\ud800', currency: { a: '\u0000' } },
      ['transaction_id', 'currency'],
    ],
    ['a very long field', { transaction_id: 'x'.repeat(30_000) }, ['transaction_id']],
  ])('is stored with a signature and %s', async (_name, body, fields) => {
    await billing.webhook(body).expect(400);
    const stored = await latest();
    expect(stored).toMatchObject({ verdict: 'rejected', unreadable_fields: fields, call: { method: 'POST' } });
    expect(JSON.stringify(stored).length).toBeLessThan(2_000);
  });

  test('is not stored without a valid key or signature', async () => {
    const before = await latest();
    await billing.postback({ key: 'wrong', transaction_id: '' }).expect(401);
    await billing.webhook('{', { signature: 'v1,x' }).expect(401);
    expect((await latest())?.id).toBe(before?.id);
  });

  test('leaves its transaction and notification to a corrected call', async () => {
    const { sub4, id: subscriberId } = await atThePartner(billing);
    const [transaction_id, id] = [newTransaction(), `msg_${randomUUID()}`];
    for (const amount of ['2,000.00', 'two'])
      await billing.webhook({ transaction_id, sub4, amount }, { id }).expect(400);
    expect((await billing.webhook({ transaction_id, sub4, amount: '2.00' }, { id }).expect(200)).body.verdict).toBe(
      'recorded',
    );
    expect(await billing.ledger(subscriberId)).toEqual([200]);
  });

  test('is found by its transaction and is to be reviewed until it is marked', async () => {
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, currency: 'euro' }).expect(400);
    const stored = await latest({ search: transaction_id.slice(0, 20), show: 'review' });
    expect(stored).toMatchObject({ transaction_id, verdict: 'rejected' });
    for (const action of ['reconcile', 'replay'])
      await billing.request
        .post(`/api/postbacks/${stored?.id}/${action}`)
        .send({ email: 'lea@exemple.fr' })
        .set({ authorization })
        .expect(404);
    await billing.request
      .put(`/api/postbacks/${stored?.id}/review`)
      .send({ reviewed: true })
      .set({ authorization })
      .expect(200);
    expect(await latest({ search: transaction_id, show: 'review' })).toBeUndefined();
    expect(await latest({ search: transaction_id })).toMatchObject({ verdict: 'rejected' });
  });
});

describe('the comparison with a report', () => {
  test('states that a missing transaction was rejected, unless another call of it arrived', async () => {
    const [rejected, waiting] = [newTransaction(), newTransaction()];
    for (const transaction_id of [rejected, waiting])
      await billing.postback({ transaction_id, amount: 'two' }).expect(400);
    await billing.postback({ transaction_id: waiting }).expect(200);
    const csv = ['transaction_id,event,amount', `${rejected},first,2.00`, `${waiting},first,2.00`].join('\n');
    const { body } = await billing.request
      .post('/api/postbacks/report')
      .send({ partner: 'sandbox', day: '2026-01-02', csv })
      .set({ authorization })
      .expect(200);
    expect((body as ReportComparison).missing).toMatchObject([
      { transaction_id: rejected, verdict: 'rejected' },
      { transaction_id: waiting, verdict: 'unmatched' },
    ]);
  });
});

describe('an instant', () => {
  test.each<string | number>(['0', 0, '100000000'])('states nothing as the placeholder %j', async (occurred_at) => {
    const { sub4, id } = await atThePartner(billing);
    const begin = new Date();
    await billing.webhook({ transaction_id: newTransaction(), sub4, occurred_at }).expect(200);
    const { rows } = await billing.query<{ isNow: boolean }>(
      'select occurred_at >= $2 as "isNow" from ledger where subscriber_id = $1',
      [id, begin],
    );
    expect(rows).toEqual([{ isNow: true }]);
  });

  test.each(['20261127', '2026-11-27 05:43:41', '20261127054341', '1e9', '-1', 1.5, 20_261_127])(
    'is not read as %j',
    async (occurred_at) => {
      await billing.webhook({ transaction_id: newTransaction(), occurred_at }).expect(400);
      expect((await latest())?.unreadable_fields).toEqual(['occurred_at']);
    },
  );

  test.each<[string, (instant: Date) => string | number]>([
    ['seconds since 1970', (instant) => String(instant.getTime() / 1_000)],
    ['milliseconds since 1970', (instant) => String(instant.getTime())],
    ['a number of seconds', (instant) => instant.getTime() / 1_000],
  ])('is read as %s', async (_name, stated) => {
    const { sub4, id } = await atThePartner(billing);
    const occurredAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000);
    const paidUntil = new Date(occurredAt.getTime() + 40 * 86_400_000);
    const body = {
      transaction_id: newTransaction(),
      sub4,
      occurred_at: stated(occurredAt),
      paid_until: stated(paidUntil),
    };
    expect((await billing.webhook(body).expect(200)).body.verdict).toBe('recorded');
    const { rows } = await billing.query('select occurred_at, paid_until from ledger where subscriber_id = $1', [id]);
    expect(rows).toEqual([{ occurred_at: occurredAt, paid_until: paidUntil }]);
  });
});
