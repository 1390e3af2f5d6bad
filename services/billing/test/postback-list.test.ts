import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { PostbackList } from 'contracts/operations/postbacks';
import { atThePartner, KEY, newTransaction, useBilling } from './harness.ts';

const billing = useBilling();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

const list = async (query: Record<string, string> = {}): Promise<PostbackList> =>
  (await billing.request.get('/api/postbacks').query(query).set({ authorization }).expect(200)).body as PostbackList;
const transactions = async (query: Record<string, string>) =>
  (await list(query)).postbacks.map(({ transaction_id }) => transaction_id);

describe('the list of postbacks', () => {
  test('shows a payment with its subscriber and the masked call', async () => {
    const model = await billing.model({ slug: `nina-${randomUUID().slice(0, 8)}` });
    const { email, sub4 } = await atThePartner(billing, { modelSlug: model.slug, modelId: model.id });
    const transaction_id = newTransaction();
    await billing.postback({ transaction_id, sub4, email, sub3: email, amount: '1.80' }).expect(200);
    const [first] = (await list()).postbacks;
    expect(first).toMatchObject({
      partner: 'sandbox',
      transaction_id,
      event: 'first',
      amount_cents: 180,
      verdict: 'recorded',
      discrepancies: ['amount'],
      matched_by: 'checkout',
      subscriber: { name: 'Anaïs Le Goff', email },
      model_slug: model.slug,
      affiliate_slug: null,
      call: { method: 'GET', path: '/api/postbacks/sandbox' },
    });
    const parameters = Object.fromEntries(first?.call?.parameters.map(({ name, value }) => [name, value]) ?? []);
    expect(parameters).toMatchObject({ key: '•••', sub3: '•••', email: `${email[0]}•••@example.org`, transaction_id });
    expect(JSON.stringify(first?.call)).not.toContain(KEY);
    expect(JSON.stringify(first?.call)).not.toContain(email);
  });

  test('finds by transaction, refunded transaction, address and name', async () => {
    const lastName = `Dupré ${randomUUID().slice(0, 8)}`;
    const { email, sub4 } = await atThePartner(billing, { lastName });
    const [payment, refund, declined] = [newTransaction(), newTransaction(), newTransaction()];
    await billing.postback({ transaction_id: payment, sub4 });
    await billing.postback({ transaction_id: refund, event: 'refund', original_transaction_id: payment });
    await billing.postback({ transaction_id: declined, event: 'decline', sub4 });
    expect(await transactions({ search: payment })).toEqual([refund, payment]);
    expect(await transactions({ search: payment.slice(0, 20) })).toEqual([refund, payment]);
    for (const search of [email, email.toUpperCase(), ` ${lastName.toUpperCase()} `])
      expect(await transactions({ search })).toEqual([declined, refund, payment]);
    expect((await list({ search: refund })).postbacks[0]?.amount_cents).toBe(-200);
    expect(await transactions({ search: '%' })).toEqual([]);
    expect(await transactions({ search: `'; drop table postbacks` })).toEqual([]);
    const waiting = newTransaction();
    const unknown = `${randomUUID()}@example.org`;
    await billing.postback({ transaction_id: waiting, email: unknown });
    expect(await transactions({ search: unknown })).toEqual([waiting]);
  });

  test('finds the postbacks of the subscribers of a model, by its current and its former slug', async () => {
    const model = await billing.model({ slug: `ines-${randomUUID().slice(0, 8)}` });
    const former = `former-${randomUUID().slice(0, 8)}`;
    const { sub4 } = await atThePartner(billing, { modelSlug: former, modelId: model.id });
    const { sub4: other } = await atThePartner(billing);
    const [payment, declined, elsewhere] = [newTransaction(), newTransaction(), newTransaction()];
    await billing.postback({ transaction_id: payment, sub4 });
    await billing.postback({ transaction_id: declined, event: 'decline', sub4 });
    await billing.postback({ transaction_id: elsewhere, sub4: other });
    for (const slug of [model.slug, former]) expect(await transactions({ model: slug })).toEqual([declined, payment]);
    expect(await transactions({ model: model.slug, search: payment, days: '30' })).toEqual([payment]);
    expect(await transactions({ model: '', search: elsewhere })).toEqual([elsewhere]);
    expect(await transactions({ model: `unknown-${randomUUID()}` })).toEqual([]);
  });

  test('finds a model by any of its slugs, and one of another model only for that', async () => {
    const [first, second] = [`nina-${randomUUID().slice(0, 8)}`, `nina-${randomUUID().slice(0, 8)}`];
    const renamed = await billing.model({ slug: `nina-${randomUUID().slice(0, 8)}`, previousSlugs: [first, second] });
    const present = await billing.model({ slug: first });
    const paidFor = async (modelSlug: string, modelId: string) => {
      const { sub4 } = await atThePartner(billing, { modelSlug, modelId });
      const transaction_id = newTransaction();
      await billing.postback({ transaction_id, sub4 });
      return transaction_id;
    };
    const [former, latter] = [await paidFor(first, renamed.id), await paidFor(first, present.id)];
    expect(await transactions({ model: second })).toEqual([former]);
    expect(await transactions({ model: first })).toEqual([latter]);
  });

  test('finds the postbacks of everybody with a name, however many there are', async () => {
    const lastName = `Partout ${randomUUID().slice(0, 8)}`;
    const people = [];
    for (let count = 0; count < 3; count += 1) people.push(await atThePartner(billing, { lastName }));
    const payments = people.map(() => newTransaction());
    // Other subscribers have no postbacks.
    await billing.postgres.query(
      `insert into subscribers select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'email', number || '-' || s.email))).*
       from subscribers s, generate_series(1, 1100) number where s.id = $1`,
      [people[0]?.id],
    );
    for (const [index, { sub4 }] of people.entries())
      await billing.postback({ transaction_id: payments[index] ?? '', sub4 }).expect(200);
    expect(await transactions({ search: lastName })).toEqual(payments.reverse());
    expect(await transactions({ search: people[1]?.email ?? '' })).toEqual([payments[1]]);
  });

  test('filters by verdict and by days', async () => {
    const lastName = `Filtre ${randomUUID().slice(0, 8)}`;
    const { sub4, email } = await atThePartner(billing, { lastName });
    const [payment, differing, declined] = [newTransaction(), newTransaction(), newTransaction()];
    await billing.postback({ transaction_id: payment, sub4 });
    await billing.postback({ transaction_id: payment, sub4 });
    await billing.postback({ transaction_id: differing, sub4, event: 'renewal', amount: '4.00' });
    await billing.postback({ transaction_id: declined, sub4, event: 'decline' });
    const shown = (show: string) => transactions({ search: email, show });
    expect(await shown('accepted')).toEqual([differing, payment]);
    expect(await shown('review')).toEqual([differing]);
    expect(await shown('declined')).toEqual([declined]);
    expect(await shown('duplicate')).toEqual([payment]);
    expect(await shown('unmatched')).toEqual([]);
    const { postbacks } = await list({ search: differing });
    await billing.request
      .put(`/api/postbacks/${postbacks[0]?.id}/review`)
      .set({ authorization })
      .send({ reviewed: true })
      .expect(200);
    expect(await shown('review')).toEqual([]);
    billing.shiftClock(8 * 24 * 60 * 60_000);
    expect(await transactions({ search: email, days: '7' })).toEqual([]);
    expect(await transactions({ search: email, days: '9' })).toHaveLength(4);
    billing.shiftClock(0);
  });

  test('comes in pages without gaps and repetitions', async () => {
    const prefix = `P-${randomUUID()}`;
    const sent = Array.from({ length: 120 }, (_, index) => `${prefix}-${index}`);
    await Promise.all(sent.map((transaction_id) => billing.postback({ transaction_id })));
    const found: string[] = [];
    for (let before: string | null = ''; before !== null;) {
      const page: PostbackList = await list({ search: prefix, ...(before && { before }) });
      found.push(...page.postbacks.map(({ transaction_id }) => transaction_id));
      before = page.next;
    }
    expect(found).toHaveLength(120);
    expect(new Set(found)).toEqual(new Set(sent));
  });

  test('summarises what arrived', async () => {
    const { summary } = await list({ search: 'nothing-has-this' });
    expect(summary.received_30_days).toBeGreaterThan(100);
    expect(summary.unmatched).toBeGreaterThan(100);
    expect(Date.now() - Date.parse(summary.last_received_at ?? '')).toBeLessThan(60_000);
  });

  test('is the administrator’s alone, and rejects a cursor that is none', async () => {
    await billing.request.get('/api/postbacks').expect(401);
    const subscriber = `Bearer ${await billing.token(randomUUID())}`;
    await billing.request.get('/api/postbacks').set({ authorization: subscriber }).expect(403);
    await billing.request.get('/api/postbacks').query({ before: 'x' }).set({ authorization }).expect(400);
  });
});
