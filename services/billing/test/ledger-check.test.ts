import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { atThePartner, createHarness, newTransaction } from './harness.ts';
import type { Harness } from './harness.ts';

const opened: Harness[] = [];
let billing: Harness;
let paid: { id: string; entry: string };
beforeEach(async () => {
  billing = await createHarness();
  opened.push(billing);
  const { id, sub4 } = await atThePartner(billing);
  await billing.postback({ transaction_id: newTransaction(), sub4 }).expect(200);
  const { rows } = await billing.postgres.query<{ id: string }>('select id from ledger where subscriber_id = $1', [id]);
  paid = { id, entry: rows[0]?.id ?? '' };
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

/** Changes stored data as a faulty version or a superuser might. */
const tamper = async (sql: string, values: unknown[]) => {
  await billing.postgres.query('alter table ledger disable trigger ledger_append_only');
  await billing.postgres.query(sql, values);
  await billing.postgres.query('alter table ledger enable trigger ledger_append_only');
};

describe('the ledger', () => {
  test.each([
    ['an update', 'update ledger set amount_cents = 1'],
    ['an update of nothing', 'update ledger set amount_cents = 1 where false'],
    ['a deletion', 'delete from ledger'],
    ['a truncation', 'truncate ledger'],
    ['a truncation by its postbacks', 'truncate postbacks cascade'],
    [
      'an upsert',
      `insert into ledger select * from ledger on conflict (partner, transaction_id) do update set amount_cents = 1`,
    ],
  ])('rejects %s in the database', async (_what, sql) => {
    await expect(billing.postgres.query(sql)).rejects.toThrow('entries of the ledger are only ever added');
    expect(await billing.ledger(paid.id)).toEqual([200]);
  });

  test.each([
    ['a payment below nothing', 'first', -1],
    ['a refund above nothing', 'refund', 1],
  ])('rejects %s in the database', async (_what, kind, cents) => {
    const copy = `insert into ledger (id, postback_id, partner, transaction_id, original_transaction_id, subscriber_id, kind, amount_cents, currency, model_slug, occurred_at, recorded_at)
      select gen_random_uuid(), gen_random_uuid(), partner, 'other', '', subscriber_id, $1, $2, currency, model_slug, occurred_at, recorded_at from ledger`;
    await expect(billing.postgres.query(copy, [kind, cents])).rejects.toThrow('ledger_sign');
  });
});

describe('the check of the ledger', () => {
  test('finds nothing where all agree', async () => {
    expect(await billing.ledgerCheck.check()).toEqual([]);
  });

  test('finds nothing where the former version folded during an update: the sweep folds that again', async () => {
    const { rows: before } = await billing.postgres.query('select paid_until from subscriptions');
    await billing.postgres.query(
      `update subscriptions set paid_until = paid_until - interval '3 days', fold_version = 2`,
    );
    expect(await billing.ledgerCheck.check()).toEqual([]);
    await billing.subscriptions.sweep();
    expect((await billing.postgres.query('select paid_until from subscriptions')).rows).toEqual(before);
    expect(await billing.ledgerCheck.check()).toEqual([]);
  });

  test('finds an entry whose postback was not recorded, and its absence', async () => {
    await billing.postgres.query(`update postbacks set verdict = 'ignored'`);
    expect(await billing.ledgerCheck.check()).toEqual([
      { rule: 'entry without its recorded postback', count: 1, ids: [paid.entry] },
    ]);
  });

  test('finds a removed entry by its postback and by the subscription', async () => {
    await tamper('delete from ledger where id = $1', [paid.entry]);
    expect((await billing.ledgerCheck.check()).map(({ rule }) => rule)).toEqual([
      'recorded postback without its entry',
      'subscription that differs from its fold',
    ]);
  });

  test('finds access that no payment explains', async () => {
    await billing.postgres.query(`update subscriptions set paid_until = paid_until + interval '1 day'`);
    expect(await billing.ledgerCheck.check()).toEqual([
      { rule: 'subscription that differs from its fold', count: 1, ids: [paid.id] },
    ]);
  });

  test('finds a refund above its payment, and one of another subscriber', async () => {
    const { rows } = await billing.postgres.query<{ transaction_id: string }>('select transaction_id from ledger');
    const refund = {
      transaction_id: newTransaction(),
      event: 'refund',
      original_transaction_id: rows[0]?.transaction_id ?? '',
    };
    await billing.postback(refund).expect(200);
    expect(await billing.ledgerCheck.check()).toEqual([]);
    await tamper(`update ledger set amount_cents = -201, subscriber_id = $1 where kind = 'refund'`, [randomUUID()]);
    expect((await billing.ledgerCheck.check()).map(({ rule }) => rule)).toEqual([
      'refund of the payment of another subscriber',
      'payment refunded beyond its amount',
      'entry without a subscription',
      'subscription that differs from its fold',
    ]);
  });
});
