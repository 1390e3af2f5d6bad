import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { EventData } from 'contracts/events';
import type { StoredPostback } from 'contracts/operations/postbacks';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { atThePartner, checkoutOf, newTransaction, useBilling } from './harness.ts';

const MINUTE = 60_000;
const billing = useBilling({ fraudThresholds: { minPaySeconds: 5, maxRegistrationsPerHour: 3 } });
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
});

type Registration = Partial<EventData<'subscriber.registered'>>;
const of = (affiliateId: string, over: Registration = {}): Registration => ({
  attribution: { affiliateId, reason: 'sub2' },
  ...over,
});
/** Pays, and returns the postback as listed for the administrator. */
const pay = async (sub4: string, afterMs: number, query: Record<string, string> = {}): Promise<StoredPostback> => {
  const transaction_id = newTransaction();
  billing.shiftClock(afterMs);
  await billing.postback({ transaction_id, sub4, ...query }).expect(200);
  billing.shiftClock(0);
  return listed(transaction_id);
};
const listed = async (search: string, show?: string): Promise<StoredPostback> => {
  const { body } = await billing.request
    .get('/api/postbacks')
    .query({ search, ...(show && { show }) })
    .set({ authorization })
    .expect(200);
  return (body as { postbacks: StoredPostback[] }).postbacks[0] as StoredPostback;
};
const reasons = ({ flags }: StoredPostback) => flags?.map(({ reason }) => reason);

describe('the flags of a payment', () => {
  test.each([
    ['a known bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', ['known-bot']],
    ['a phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', []],
  ])(
    'name %s that has opened the payment page, and its user agent is stored nowhere',
    async (_who, agent, expected) => {
      const { id, pay: open } = await billing.subscriber();
      const sub4 = checkoutOf((await open().set('user-agent', agent)).headers.location);
      const payment = await pay(sub4, MINUTE);
      expect(reasons(payment)).toEqual(expected);
      expect(await billing.ledger(id)).toEqual([200]);
      const { rows } = await billing.query<{ row: string }>('select c::text as row from checkouts c');
      expect(rows.map(({ row }) => row).join('')).not.toContain('Mozilla');
    },
  );

  test('name a payment within seconds of its payment page, and change nothing else', async () => {
    const subscriber = await atThePartner(billing);
    const payment = await pay(subscriber.sub4, 1_500);
    expect(payment).toMatchObject({
      verdict: 'recorded',
      discrepancies: [],
      flags: [{ reason: 'instant-payment', threshold: 5 }],
    });
    // Includes the time of the calls.
    expect([1, 2, 3, 4]).toContain(payment.flags?.[0]?.measured);
    expect(await subscriber.checkPayment()).toBe(true);
    expect(await billing.ledger(subscriber.id)).toEqual([200]);
    expect((await listed(payment.transaction_id, 'review')).id).toBe(payment.id);
    const { body } = await billing.request.get(`/api/subscribers/${subscriber.id}`).set({ authorization }).expect(200);
    expect((body as SubscriberBilling).postbacks[0]?.flags).toEqual(payment.flags);
  });

  test('wait to be looked at until the administrator has reviewed the payment, and again once that is taken back', async () => {
    const subscriber = await atThePartner(billing);
    const { id, transaction_id } = await pay(subscriber.sub4, 1_000);
    const review = (reviewed: unknown, of = id) =>
      billing.request.put(`/api/postbacks/${of}/review`).set({ authorization }).send({ reviewed });
    const first = (await review(true).expect(200)).body as { reviewed_at: string };
    expect(await listed(transaction_id, 'review')).toBeUndefined();
    expect(await listed(transaction_id)).toMatchObject({
      ...first,
      verdict: 'recorded',
      flags: [{ reason: 'instant-payment' }],
    });
    const { body } = await billing.request.get(`/api/subscribers/${subscriber.id}`).set({ authorization }).expect(200);
    expect((body as SubscriberBilling).postbacks[0]).toMatchObject(first);
    billing.shiftClock(MINUTE);
    expect((await review(true).expect(200)).body).toEqual(first);
    billing.shiftClock(0);
    expect((await review(false).expect(200)).body).toEqual({ reviewed_at: null });
    expect((await listed(transaction_id, 'review')).id).toBe(id);
    expect(await billing.ledger(subscriber.id)).toEqual([200]);
    await review('yes').expect(400);
    await review(true, randomUUID()).expect(404);
    await billing.request.put(`/api/postbacks/${id}/review`).send({ reviewed: true }).expect(401);
  });

  test('leave out a payment after that, a renewal, a repetition, and one without a checkout', async () => {
    const { sub4, email } = await atThePartner(billing);
    const payment = await pay(sub4, 10_000);
    expect(payment.flags).toEqual([]);
    expect(await listed(payment.transaction_id, 'review')).toBeUndefined();
    expect((await pay(sub4, 1_000, { event: 'renewal', amount: '5.00' })).flags).toEqual([]);
    await billing.postback({ transaction_id: payment.transaction_id, sub4 }).expect(200);
    expect((await listed(payment.transaction_id)).flags).toEqual([]);
    expect((await pay('', 1_000, { email })).flags).toEqual([]);
  });

  test('go by the stated time, unless it lies before the payment page', async () => {
    const stated = (ms: number) => new Date(Date.now() + ms).toISOString();
    const [late, early] = [await atThePartner(billing), await atThePartner(billing)];
    expect(reasons(await pay(late.sub4, 10 * MINUTE, { occurred_at: stated(3_000) }))).toEqual(['instant-payment']);
    expect((await pay(early.sub4, 10 * MINUTE, { occurred_at: stated(-MINUTE) })).flags).toEqual([]);
  });

  test.each([
    ['studio@example.org', 'Studio+1@Example.org'],
    ['le.studio@gmail.com', 'lestudio+x@googlemail.com'],
  ])('name an affiliate %s who pays as %s', async (emailFromEmail, email) => {
    const { id } = await billing.affiliate({ emailFromEmail });
    const [self, other] = [
      await atThePartner(billing, of(id, { email })),
      await atThePartner(billing, of(id, { tracking: { clickId: randomUUID(), affiliate: '', pixelId: '' } })),
    ];
    expect((await pay(self.sub4, MINUTE)).flags).toEqual([
      { reason: 'self-referral', measured: null, threshold: null },
    ]);
    expect((await pay(other.sub4, MINUTE)).flags).toEqual([]);
    // The payer's address at the partner may differ from the subscriber's.
    const third = await atThePartner(
      billing,
      of(id, { tracking: { clickId: randomUUID(), affiliate: '', pixelId: '' } }),
    );
    expect(reasons(await pay(third.sub4, MINUTE, { email }))).toEqual(['self-referral']);
  });

  test('have no address of an affiliate in the database', async () => {
    const emailFromEmail = `${randomUUID()}@example.org`;
    const { id, slug } = await billing.affiliate({ emailFromEmail });
    const stored = async () =>
      (await billing.query('select a::text as row from affiliates a where id = $1', [id])).rows;
    expect(JSON.stringify(await stored())).not.toContain(emailFromEmail);
    await billing.consume('affiliate.deleted', { id, slug }, 2);
    const { rows } = await billing.query('select email_digest from affiliates where id = $1', [id]);
    expect(rows).toEqual([{ email_digest: '' }]);
  });

  test('name a burst of registrations of one affiliate and click', async () => {
    const [{ id }, { id: otherId }] = [await billing.affiliate(), await billing.affiliate()];
    const tracking = { clickId: randomUUID(), affiliate: '', pixelId: '' };
    const burst = [];
    for (let index = 0; index < 5; index += 1) burst.push(await atThePartner(billing, of(id, { tracking })));
    const others = [await atThePartner(billing, of(otherId, { tracking })), await atThePartner(billing, { tracking })];
    const flags = [];
    for (const { sub4 } of [...burst, ...others]) flags.push((await pay(sub4, MINUTE)).flags);
    const flagged = [{ reason: 'velocity', measured: 4, threshold: 3 }];
    expect(flags).toEqual([[], [], [], flagged, flagged, [], []]);
    await billing.query(
      `update subscribers set registered_at = registered_at - interval '2 hours' where id = any($1)`,
      [burst.slice(0, 4).map((one) => one.id)],
    );
    const calm = await atThePartner(billing, of(id, { tracking }));
    expect((await pay(calm.sub4, MINUTE)).flags).toEqual([]);
  });
});
