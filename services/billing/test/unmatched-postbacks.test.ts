import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cursorOfNext } from 'contracts/list-page';
import { createHarness, newTransaction } from './harness.ts';
import type { Harness } from './harness.ts';

let billing: Harness;
beforeAll(async () => {
  billing = await createHarness();
});
afterAll(async () => {
  const violations = await billing.ledgerCheck.check();
  await billing.close();
  expect(violations).toEqual([]);
});

describe('unmatched postbacks', () => {
  const asAdministrator = async () => `Bearer ${await billing.token(randomUUID(), 'administrator')}`;

  test('shows the administrator a payment that no checkout explains, who assigns it to a subscriber', async () => {
    const { id, email, checkPayment } = await billing.subscriber();
    const transaction_id = newTransaction();
    expect((await billing.postback({ transaction_id, sub4: 'unknown' })).body).toEqual({
      ok: true,
      verdict: 'unmatched',
    });
    const authorization = await asAdministrator();
    const list = (await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(200)).body as {
      id: string;
      transaction_id: string;
    }[];
    const waiting = list.find((postback) => postback.transaction_id === transaction_id);
    expect(waiting).toMatchObject({
      partner: 'sandbox',
      event: 'first',
      reference: 'unknown',
      amount_cents: 200,
      currency: 'EUR',
    });
    const reconcile = (to: string) =>
      billing.request.post(`/api/postbacks/${waiting?.id}/reconcile`).set({ authorization }).send({ email: to });
    expect((await reconcile('inconnu@example.org').expect(404)).body.code).toBe('SUBSCRIBER_NOT_FOUND');
    expect((await reconcile(email.toUpperCase()).expect(200)).body).toEqual({ ok: true, verdict: 'recorded' });
    expect(await checkPayment()).toBe(true);
    expect((await reconcile(email).expect(404)).body.code).toBe('POSTBACK_NOT_FOUND');
    expect(await billing.ledger(id)).toEqual([200]);
    expect((await billing.events(id))[0]?.actor.role).toBe('administrator');
  });

  test('are listed in pages, each of them once, also where one was matched meanwhile', async () => {
    const { email } = await billing.subscriber();
    const transactions = Array.from({ length: 205 }, newTransaction);
    for (const transaction_id of transactions) await billing.postback({ transaction_id, sub4: 'unknown' }).expect(200);
    const authorization = await asAdministrator();
    const page = async (path: string) => {
      const { body, headers } = await billing.request.get(path).set({ authorization }).expect(200);
      return {
        items: body as { id: string; transaction_id: string; received_at: string }[],
        total: Number(headers['x-total-count']),
        next: cursorOfNext(headers.link ?? null),
      };
    };
    const first = await page('/api/postbacks/unmatched');
    const last = first.items.at(-1);
    expect(first.items).toHaveLength(200);
    expect(first.next).toBe(last?.id);
    await billing.request
      .post(`/api/postbacks/${last?.id}/reconcile`)
      .set({ authorization })
      .send({ email })
      .expect(200);
    const second = await page(`/api/postbacks/unmatched?cursor=${first.next}`);
    const all = [...first.items, ...second.items];
    expect(second.next).toBeNull();
    expect(second.total).toBe(first.total - 1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(first.total);
    expect(all.map(({ transaction_id }) => transaction_id)).toEqual(expect.arrayContaining(transactions));
    const times = all.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
    for (const cursor of [randomUUID(), 'x', ''])
      expect(
        (await billing.request.get('/api/postbacks/unmatched').query({ cursor }).set({ authorization }).expect(400))
          .body.code,
      ).toBe('VALIDATION_FAILED');
  });

  test('are counted by age, for the alert that one waits', async () => {
    const counts = async () => {
      const { values = [] } = (await billing.metrics.registry.getSingleMetric('postbacks_unmatched')?.get()) ?? {};
      return Object.fromEntries(values.map(({ labels, value }) => [labels.age, value]));
    };
    const before = await counts();
    await billing.postback({ transaction_id: newTransaction(), sub4: 'unknown' }).expect(200);
    expect(await counts()).toEqual({ ...before, hour: Number(before.hour) + 1 });
    billing.travel(1);
    expect(await counts()).toMatchObject({ hour: 0, week: Number(before.hour) + Number(before.week) + 1 });
    billing.travel(7);
    expect(await counts()).toMatchObject({ hour: 0, week: 0 });
    billing.travel(-8);
  });

  test('rejects other roles', async () => {
    const authorization = `Bearer ${await billing.token(randomUUID())}`;
    await billing.request.get('/api/postbacks/unmatched').expect(401);
    await billing.request.get('/api/postbacks/unmatched').set({ authorization }).expect(403);
    await billing.request
      .post(`/api/postbacks/${randomUUID()}/reconcile`)
      .set({ authorization })
      .send({ email: 'a@b.fr' })
      .expect(403);
  });

  test('rejects bad input in French', async () => {
    const authorization = await asAdministrator();
    const call = (id: string) => billing.request.post(`/api/postbacks/${id}/reconcile`).set({ authorization });
    expect((await call('not-an-id').send({ email: 'a@b.fr' }).expect(400)).body.code).toBe('VALIDATION_FAILED');
    expect((await call(randomUUID()).send({}).expect(400)).body.error).toBe('Email invalide');
    expect((await call(randomUUID()).type('json').send('{').expect(400)).body.code).toBe('INVALID_JSON');
    expect((await call(randomUUID()).send({ email: 'a@b.fr' }).expect(404)).body.code).toBe('POSTBACK_NOT_FOUND');
  });
});
