import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { PostbackCandidate } from 'contracts/operations/postbacks';
import { atThePartner, newTransaction, useBilling } from './harness.ts';

const billing = useBilling();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

/** Creates a postback without a matching checkout. @returns its id */
const unmatched = async (fields: Record<string, string>): Promise<string> => {
  const transaction_id = newTransaction();
  const { body } = await billing.postback({ transaction_id, ...fields }).expect(200);
  expect(body.verdict).toBe('unmatched');
  const { rows } = await billing.query<{ id: string }>('select id from postbacks where transaction_id = $1', [
    transaction_id,
  ]);
  return rows[0]?.id ?? '';
};
const candidates = async (id: string): Promise<PostbackCandidate[]> =>
  (await billing.request.get(`/api/postbacks/${id}/candidates`).set({ authorization }).expect(200))
    .body as PostbackCandidate[];
const reasons = async (id: string) => (await candidates(id)).map((each) => [each.id, each.reason]);

describe('the candidates of an unmatched postback', () => {
  test('are who has its address, then who opened the payment page before and has not paid, the latest first', async () => {
    const email = `${randomUUID()}@example.org`;
    const early = await atThePartner(billing);
    billing.shiftClock(60 * 60_000);
    const paid = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4: paid.sub4 }).expect(200);
    const twins = [await billing.subscriber({ email }), await billing.subscriber({ email: email.toUpperCase() })];
    const id = await unmatched({ email });
    billing.shiftClock(0);
    const found = await reasons(id);
    expect(found.slice(0, 2).sort()).toEqual(twins.map((twin) => [twin.id, 'email']).sort());
    expect(found).toContainEqual([early.id, 'payment-page']);
    expect(found.map(([candidate]) => candidate)).not.toContain(paid.id);
    const [own] = (await candidates(id)).filter((each) => each.id === early.id);
    expect(own).toMatchObject({ name: 'Anaïs Le Goff', email: early.email, state: 'pending', at: expect.any(String) });
  });

  test('lists the subscribers whose period ends around a renewal', async () => {
    const due = await atThePartner(billing);
    const occurred_at = new Date(Date.now() - 60_000).toISOString();
    const paid_until = new Date(Date.now() - 60 * 60_000).toISOString();
    await billing.postback({ transaction_id: newTransaction(), sub4: due.sub4, paid_until }).expect(200);
    const other = await atThePartner(billing);
    await billing.postback({ transaction_id: newTransaction(), sub4: other.sub4 }).expect(200);
    const id = await unmatched({ event: 'renewal', occurred_at });
    expect(await reasons(id)).toEqual([[due.id, 'renewal-due']]);
  });

  test('lists only the subscriber of the recorded transaction that a call names, also beside its address', async () => {
    const [owner, other] = [await atThePartner(billing), await atThePartner(billing)];
    const first = newTransaction();
    // The row as a former version stored it: the payment that it names arrived later.
    const id = await unmatched({ event: 'renewal', original_transaction_id: first });
    await billing.query(`update postbacks set partner = 'second' where id = $1`, [id]);
    await billing.postback({ transaction_id: first, sub4: owner.sub4 }).expect(200);
    await billing.query(`update postbacks set partner = 'sandbox', email = $2 where id = $1`, [id, other.email]);
    expect(await candidates(id)).toEqual([
      expect.objectContaining({ id: owner.id, reason: 'transaction', at: expect.any(String) }),
    ]);
    const reconcile = (subscriber_id: string) =>
      billing.request.post(`/api/postbacks/${id}/reconcile`).set({ authorization }).send({ subscriber_id });
    expect((await reconcile(other.id).expect(409)).body).toMatchObject({ code: 'POSTBACK_OTHER_SUBSCRIBER' });
    await reconcile(owner.id).expect(200);
    expect([await billing.ledger(owner.id), await billing.ledger(other.id)]).toEqual([[200, 500], []]);
  });

  test('get it by their id, also where two have one address', async () => {
    const email = `${randomUUID()}@example.org`;
    const [, second] = [await billing.subscriber({ email }), await billing.subscriber({ email })];
    const id = await unmatched({ email });
    const reconcile = () =>
      billing.request.post(`/api/postbacks/${id}/reconcile`).set({ authorization }).send({ subscriber_id: second.id });
    await reconcile().expect(200);
    expect(await billing.ledger(second.id)).toEqual([200]);
    await billing.request.get(`/api/postbacks/${id}/candidates`).set({ authorization }).expect(404);
  });

  test('are never an erased person', async () => {
    const { id: erased } = await atThePartner(billing);
    await billing.consume('subscriber.erased', { id: erased }, 2);
    const found = await reasons(await unmatched({}));
    expect(found.map(([candidate]) => candidate)).not.toContain(erased);
  });

  test('are for the administrator alone', async () => {
    const id = await unmatched({});
    const subscriber = `Bearer ${await billing.token(randomUUID())}`;
    await billing.request.get(`/api/postbacks/${id}/candidates`).set({ authorization: subscriber }).expect(403);
    await billing.request.get(`/api/postbacks/${randomUUID()}/candidates`).set({ authorization }).expect(404);
  });
});
