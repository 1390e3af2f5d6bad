import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { affiliateFacts, modelFacts, subscriberFacts } from 'testing/events';
import pg from 'pg';
import { DEFAULT_TELEGRAM, checkoutOf, useBilling } from './harness.ts';

const billing = useBilling({ checksLedger: true });

const paidSubscriber = async (modelSlug: string, modelId?: string) => {
  const subscriber = await billing.subscriber({ modelSlug, ...(modelId && { modelId }) });
  await billing
    .postback({ transaction_id: randomUUID(), sub4: checkoutOf((await subscriber.pay()).headers.location) })
    .expect(200);
  return subscriber;
};

describe('the subscription', () => {
  test('is unpaid while billing has not consumed the registration', async () => {
    const authorization = `Bearer ${await billing.token(randomUUID())}`;
    expect((await billing.request.get('/api/subscription').set({ authorization }).expect(200)).body).toEqual({
      hasPaid: false,
      state: 'none',
      paidUntil: null,
      telegramLink: null,
      isTelegramPending: false,
      modelSlug: null,
      nextCharge: null,
      checkoutNumber: null,
    });
    expect((await billing.request.get('/api/auth/check-payment').set({ authorization }).expect(200)).body).toEqual({
      hasPaid: false,
    });
  });

  test('takes three statements for a subscriber who has paid: every page that is opened waits for it', async () => {
    const { subscription } = await paidSubscriber('');
    const statements = jest.spyOn(pg.Client.prototype, 'query');
    expect(await subscription()).toMatchObject({ hasPaid: true });
    const count = statements.mock.calls.length;
    statements.mockRestore();
    expect(count).toBe(3);
  });

  test('names the payment page that was opened last until it is paid, as the administrator’s timeline does; then the next charge', async () => {
    const { id, pay, subscription } = await billing.subscriber();
    const numbers: unknown[] = [];
    let sub4 = '';
    for (let time = 0; time < 2; time += 1) {
      sub4 = checkoutOf((await pay()).headers.location);
      numbers.push((await subscription()).checkoutNumber);
    }
    expect(numbers).toEqual([
      expect.stringMatching(/^CK-[\dA-HJKMNP-TV-Z]{8}$/),
      expect.not.stringMatching(String(numbers[0])),
    ]);
    const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
    const { body } = await billing.request.get(`/api/subscribers/${id}`).set({ authorization }).expect(200);
    expect((body as SubscriberBilling).checkouts.map(({ number }) => number)).toEqual(numbers);
    await billing.postback({ transaction_id: randomUUID(), sub4 }).expect(200);
    const { paidUntil, ...paid } = await subscription();
    expect(paid).toMatchObject({
      checkoutNumber: null,
      nextCharge: { at: paidUntil, amountCents: 500, currency: 'EUR' },
    });
  });

  test('names the model of the registration by its present slug, until the model is deleted', async () => {
    const model = await billing.model();
    const { subscription } = await billing.subscriber({ modelSlug: model.slug, modelId: model.id });
    expect(await subscription()).toMatchObject({ state: 'none', modelSlug: model.slug });
    await billing.consume('model.updated', { ...model, slug: `${model.slug}-2`, previousSlugs: [model.slug] }, 2);
    expect(await subscription()).toMatchObject({ modelSlug: `${model.slug}-2` });
    await billing.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
    expect(await subscription()).toMatchObject({ modelSlug: null });
  });

  test.each(['/api/subscription', '/api/auth/check-payment'])(
    'rejects %s for any role but subscriber',
    async (path) => {
      await billing.request.get(path).expect(401);
      await billing.request.get(path).set('authorization', 'Bearer a.b.c').expect(401);
      await billing.request
        .get(path)
        .set('authorization', `Bearer ${await billing.token(randomUUID(), 'subscriber', 'view')}`)
        .expect(401);
      await billing.request
        .get(path)
        .set('authorization', `Bearer ${await billing.token(randomUUID(), 'administrator')}`)
        .expect(403);
      await billing.request.post(path).expect(405);
    },
  );

  test('invites a subscriber who has paid to the group by the link of the model, else of its affiliate, else of the site', async () => {
    const affiliate = affiliateFacts({ telegramLink: 'https://t.me/+affiliate' });
    await billing.consume('affiliate.created', affiliate);
    const own = modelFacts({ telegramLink: 'https://t.me/+model', affiliateId: affiliate.id });
    const inherited = modelFacts({ affiliateId: affiliate.id });
    for (const model of [own, inherited]) await billing.consume('model.created', model);
    expect((await (await paidSubscriber(own.slug)).subscription()).telegramLink).toBe('https://t.me/+model');
    expect((await (await paidSubscriber(inherited.slug)).subscription()).telegramLink).toBe('https://t.me/+affiliate');
    expect((await (await paidSubscriber('gone')).subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
  });

  test('finds the link of a model that was renamed since, not that of a deleted one', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+model' });
    await billing.consume('model.created', model, 1);
    const { subscription } = await paidSubscriber(model.slug);
    await billing.consume(
      'model.updated',
      { ...model, slug: `renamed-${randomUUID().slice(0, 8)}`, previousSlugs: [model.slug] },
      2,
    );
    expect((await subscription()).telegramLink).toBe('https://t.me/+model');
    await billing.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
    expect((await subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
  });

  test.each([
    ['names the model by its id', true],
    ['of a former version names it by its slug', false],
  ])(
    'keeps the link of the registration’s model when another takes its slug, where the event %s',
    async (_what, namesId) => {
      const model = modelFacts({ telegramLink: 'https://t.me/+first' });
      await billing.consume('model.created', model, 1);
      const { subscription } = await paidSubscriber(model.slug, namesId ? model.id : undefined);
      await billing.consume(
        'model.updated',
        { ...model, slug: `renamed-${randomUUID().slice(0, 8)}`, previousSlugs: [model.slug] },
        2,
      );
      const other = modelFacts({ slug: model.slug, telegramLink: 'https://t.me/+other' });
      await billing.consume('model.created', other, 1);
      expect((await subscription()).telegramLink).toBe('https://t.me/+first');
      await billing.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
      expect((await subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
    },
  );

  test('has the link of the registration’s model although billing consumes the model later', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+late' });
    const { subscription } = await paidSubscriber(model.slug, model.id);
    await billing.consume('model.created', model, 1);
    expect((await subscription()).telegramLink).toBe('https://t.me/+late');
  });
});

describe('events from the other services', () => {
  test('keeps the newer change of a model when an older one arrives late', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+new' });
    await billing.consume('model.updated', model, 5);
    await billing.consume('model.updated', { ...model, telegramLink: 'https://t.me/+old' }, 4);
    expect((await (await paidSubscriber(model.slug)).subscription()).telegramLink).toBe('https://t.me/+new');
  });

  test('keeps deleted what a deletion removed before its change arrived', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+model' });
    const affiliate = affiliateFacts({ telegramLink: 'https://t.me/+affiliate' });
    await billing.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
    await billing.consume('model.created', model, 1);
    await billing.consume('affiliate.deleted', { id: affiliate.id, slug: affiliate.slug }, 2);
    await billing.consume('affiliate.updated', affiliate, 1);
    expect((await (await paidSubscriber(model.slug)).subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
  });

  test('applies an event that comes twice once', async () => {
    const affiliate = affiliateFacts({ telegramLink: 'https://t.me/+one' });
    const eventId = randomUUID();
    await billing.consume('affiliate.created', affiliate, 1, eventId);
    await billing.consume('affiliate.updated', { ...affiliate, telegramLink: 'https://t.me/+two' }, 2, eventId);
    const { rows } = await billing.postgres.query('select telegram_link from affiliates where id = $1', [affiliate.id]);
    expect(rows).toEqual([{ telegram_link: 'https://t.me/+one' }]);
  });

  test('follows the names and the address of a subscriber, in whatever order the events arrive', async () => {
    const facts = subscriberFacts();
    const changed = { ...facts, email: 'anais.neuve@example.org', lastName: 'Moreau' };
    await billing.consume('subscriber.updated', changed, 3);
    await billing.consume('subscriber.registered', facts, 1);
    await billing.consume('subscriber.updated', { ...facts, lastName: 'Entre-deux' }, 2);
    const { rows } = await billing.postgres.query(
      'select email, last_name, click_id, model_slug from subscribers where id = $1',
      [facts.id],
    );
    expect(rows).toEqual([
      { email: 'anais.neuve@example.org', last_name: 'Moreau', click_id: 'CLICK1', model_slug: 'nina' },
    ]);
  });

  test('erases a subscriber for good and retains the ledger', async () => {
    const subscriber = await paidSubscriber('nina');
    await billing.consume('subscriber.erased', { id: subscriber.id }, 2);
    await billing.consume('subscriber.registered', subscriberFacts({ id: subscriber.id }), 1);
    const { rows } = await billing.postgres.query(
      'select email, first_name, last_name, erased from subscribers where id = $1',
      [subscriber.id],
    );
    expect(rows).toEqual([{ email: '', first_name: '', last_name: '', erased: true }]);
    // The payment, and the cancellation caused by the erasure.
    expect(await billing.ledger(subscriber.id)).toEqual([200, 0]);
  });
});

describe('health', () => {
  test('is ready after the migrations, and not while one is missing', async () => {
    const { rows } = await billing.postgres.query<{ name: string }>(
      'delete from migrations where name = (select max(name) from migrations) returning name',
    );
    const [name] = rows.map((row) => row.name);
    await expect(billing.readiness.database()).rejects.toThrow(`migrations are missing: ${name}`);
    await billing.postgres.query('insert into migrations (name) values ($1)', [name]);
    await expect(billing.readiness.database()).resolves.toBeUndefined();
  });
});

describe('a process whose clock is wrong', () => {
  const stateOf = async (id: string) =>
    (await billing.postgres.query<{ state: string }>('select state from subscriptions where subscriber_id = $1', [id]))
      .rows[0]?.state;
  afterEach(() => {
    jest.useRealTimers();
  });
  /** Changes the clock of this process only, not of timers and the database. */
  const mistake = (days: number) =>
    jest.useFakeTimers({
      now: Date.now() + days * 24 * 60 * 60_000,
      doNotFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'nextTick',
        'queueMicrotask',
        'performance',
        'hrtime',
      ],
    });

  test.each([400, -400])('expires no subscription and dates no payment by it, %d days off', async (days) => {
    const subscriber = await paidSubscriber('nina');
    const late = await billing.subscriber({ modelSlug: 'nina' });
    const sub4 = checkoutOf((await late.pay()).headers.location);
    mistake(days);
    await billing.subscriptions.sweep();
    expect(await billing.subscriptions.hasPaid(subscriber.id)).toBe(true);
    await billing.postback({ transaction_id: randomUUID(), sub4 }).expect(200);
    jest.useRealTimers();
    expect([await stateOf(subscriber.id), await stateOf(late.id)]).toEqual(['active', 'active']);
    expect(await late.checkPayment()).toBe(true);
  });

  test('has expired subscriptions that are paid: the sweep opens them again', async () => {
    const subscriber = await paidSubscriber('nina');
    await billing.postgres.query(
      `update subscriptions set state = 'expired', revision = revision + 1 where subscriber_id = $1`,
      [subscriber.id],
    );
    expect(await subscriber.checkPayment()).toBe(false);
    await billing.subscriptions.sweep();
    expect(await stateOf(subscriber.id)).toBe('active');
    expect(await subscriber.checkPayment()).toBe(true);
    const names = (await billing.events(subscriber.id)).map(({ name }) => name);
    expect(names.filter((name) => name === 'subscription.activated')).toHaveLength(2);
  });
});
