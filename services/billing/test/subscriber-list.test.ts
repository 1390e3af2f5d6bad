import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SubscriberBilling, SubscriberList } from 'contracts/operations/subscribers';
import { subscriberFacts } from 'testing/events';
import { atThePartner, newTransaction, useBilling } from './harness.ts';

const billing = useBilling();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

const list = async (query: Record<string, string> = {}): Promise<SubscriberList> =>
  (await billing.request.get('/api/subscribers').query(query).set({ authorization }).expect(200))
    .body as SubscriberList;
const found = async (query: Record<string, string>) => (await list(query)).subscribers.map(({ id }) => id);
const one = async (id: string): Promise<SubscriberBilling> =>
  (await billing.request.get(`/api/subscribers/${id}`).set({ authorization }).expect(200)).body as SubscriberBilling;

describe('the list of subscribers', () => {
  test('finds by address, name, state, model and affiliate', async () => {
    const lastName = `Dupré ${randomUUID().slice(0, 8)}`;
    const affiliate = await billing.affiliate();
    const model = await billing.model({ affiliateId: affiliate.id });
    const attribution = { affiliateId: affiliate.id, reason: 'model-owner' as const };
    const facts = { lastName, modelSlug: model.slug, modelId: model.id };
    const payer = await atThePartner(billing, { ...facts, attribution });
    await billing.postback({ transaction_id: newTransaction(), sub4: payer.sub4 }).expect(200);
    const waiting = await billing.subscriber({ ...facts, attribution: { affiliateId: null, reason: 'none' } });

    const [row] = (await list({ search: payer.email.toUpperCase() })).subscribers;
    expect(row).toMatchObject({
      id: payer.id,
      name: `Anaïs ${lastName}`,
      state: 'active',
      model_slug: model.slug,
      affiliate_slug: affiliate.slug,
      paid_cents: 200,
      currency: 'EUR',
    });
    expect(Date.now() - Date.parse(row?.registered_at ?? '')).toBeLessThan(60_000);
    expect(await found({ search: lastName })).toEqual([waiting.id, payer.id]);
    expect(await found({ search: lastName, state: 'pending' })).toEqual([waiting.id]);
    expect(await found({ search: lastName, affiliate: affiliate.id })).toEqual([payer.id]);
    expect(await found({ search: lastName, affiliate: 'none' })).toEqual([waiting.id]);
    expect(await found({ model: model.slug })).toEqual([waiting.id, payer.id]);
    expect(await found({ search: '%' })).toEqual([]);
    await billing.consume('subscriber.erased', { id: waiting.id }, 2);
    expect(await found({ search: lastName })).toEqual([payer.id]);
  });

  test('sums payments beyond 32 bits, each currency by itself', async () => {
    const { id, sub4, email } = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4 }).expect(200);
    // Inserted directly, like years of payments: no single payment has such an amount.
    for (const currency of ['EUR', 'EUR', 'USD'])
      await billing.query(
        `with stored as (
           insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, verdict, received_at, occurred_at, email, matched_by)
           select gen_random_uuid(), 'sandbox', gen_random_uuid()::text, 'renewal', '', '', 2000000000, $2, 'recorded', now(), now(), '', 'checkout' returning *)
         insert into ledger (id, postback_id, subscriber_id, kind, amount_cents, currency, affiliate, model_slug, recorded_at, partner, transaction_id, original_transaction_id, occurred_at)
         select gen_random_uuid(), id, $1, 'renewal', amount_cents, currency, '', '', now(), partner, transaction_id, '', now() from stored`,
        [id, currency],
      );
    expect((await list({ search: email })).subscribers[0]).toMatchObject({
      paid_cents: 4_000_000_200,
      currency: 'EUR',
      other_paid: [{ currency: 'USD', cents: 2_000_000_000 }],
    });
  });

  test('comes page after page, also where the times of registration are unknown', async () => {
    const model = await billing.model();
    const ids = await Promise.all(
      Array.from(
        { length: 53 },
        async () => (await billing.subscriber({ modelSlug: model.slug, modelId: model.id })).id,
      ),
    );
    await billing.query('update subscribers set registered_at = null where id = any($1)', [ids.slice(0, 20)]);
    const first = await list({ model: model.slug });
    expect(first.subscribers).toHaveLength(50);
    const second = await list({ model: model.slug, before: first.next ?? '' });
    expect(second.next).toBeNull();
    expect(new Set([...first.subscribers, ...second.subscribers].map(({ id }) => id))).toEqual(new Set(ids));
    await billing.request.get('/api/subscribers').query({ before: 'nonsense' }).set({ authorization }).expect(400);
  });

  test('a change of a name leaves the time of the registration', async () => {
    const subscriber = await billing.subscriber();
    const before = (await list({ search: subscriber.email })).subscribers[0]?.registered_at;
    await billing.consume('subscriber.updated', subscriberFacts({ id: subscriber.id, firstName: 'Zoé' }), 2);
    expect((await list({ search: subscriber.email })).subscribers[0]).toMatchObject({
      name: 'Zoé Le Goff',
      registered_at: before,
    });
  });
});

describe('one subscriber', () => {
  test('shows checkouts, ledger, postbacks and the next charge', async () => {
    const { id, sub4 } = await atThePartner(billing);
    const [payment, refund, declined] = [newTransaction(), newTransaction(), newTransaction()];
    await billing.postback({ transaction_id: payment, sub4 }).expect(200);
    await billing.postback({ transaction_id: payment, sub4 }).expect(200);
    await billing.postback({ transaction_id: declined, event: 'decline', sub4 }).expect(200);
    const paid = await one(id);
    expect(paid.checkouts).toHaveLength(1);
    expect(paid.entries).toMatchObject([{ kind: 'first', amount_cents: 200, transaction_id: payment }]);
    expect(paid.postbacks.map(({ transaction_id, verdict }) => [transaction_id, verdict])).toEqual([
      [declined, 'declined'],
      [payment, 'duplicate'],
      [payment, 'recorded'],
    ]);
    expect(paid.next_charge).toMatchObject({ at: paid.subscriber.paid_until, amount_cents: 500 });
    await billing.postback({ transaction_id: refund, event: 'refund', original_transaction_id: payment }).expect(200);
    const refunded = await one(id);
    expect(refunded.subscriber).toMatchObject({ state: 'revoked', paid_cents: 0 });
    expect(refunded.next_charge).toBeNull();
  });

  test('shows the latest 200 checkouts, however many the subscriber opens', async () => {
    const { id } = await billing.subscriber();
    await billing.query(
      `insert into checkouts (reference, subscriber_id, model_slug, source_id, opened_at)
       select 'many ' || $1 || n, $1::uuid, 'm-' || n, 'BA', now() + make_interval(secs => n) from generate_series(1, 250) n`,
      [id],
    );
    const slugs = (await one(id)).checkouts.map(({ model_slug }) => model_slug);
    expect([slugs.length, slugs[0], slugs.at(-1)]).toEqual([200, 'm-51', 'm-250']);
  });

  test('shows which permanent link to Telegram a paid subscriber has, not the link', async () => {
    const model = await billing.model({ telegramLink: 'https://t.me/nina' });
    const stateOf = async (facts: Parameters<typeof atThePartner>[1], isPaid = true) => {
      const { id, sub4 } = await atThePartner(billing, facts);
      if (isPaid) await billing.postback({ transaction_id: newTransaction(), sub4 }).expect(200);
      const shown = await one(id);
      expect(JSON.stringify(shown)).not.toContain('t.me');
      return shown.telegram;
    };
    const own = { modelSlug: model.slug, modelId: model.id };
    expect(await stateOf({})).toEqual({ state: 'group-link', expires_at: null });
    expect(await stateOf(own)).toEqual({ state: 'contact-link', expires_at: null });
    expect(await stateOf(own, false)).toEqual({ state: 'none', expires_at: null });
  });

  test('is not there for anybody but the administrator, nor once erased', async () => {
    const { id } = await billing.subscriber();
    await billing.request.get(`/api/subscribers/${id}`).expect(401);
    const other = { authorization: `Bearer ${await billing.token(id)}` };
    await billing.request.get(`/api/subscribers/${id}`).set(other).expect(403);
    await billing.request.get('/api/subscribers').set(other).expect(403);
    await billing.consume('subscriber.erased', { id }, 2);
    const { body } = await billing.request.get(`/api/subscribers/${id}`).set({ authorization }).expect(404);
    expect(body).toMatchObject({ code: 'SUBSCRIBER_NOT_FOUND' });
  });
});
