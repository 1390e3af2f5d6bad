import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventData } from 'contracts/events';
import { createHarness, DEFAULT_TELEGRAM, referenceOf } from './harness.ts';
import type { Harness } from './harness.ts';

let billing: Harness;
beforeAll(async () => {
  billing = await createHarness();
});
afterAll(() => billing.close());

const unique = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
const modelFacts = (over: Partial<EventData<'model.created'>>): EventData<'model.created'> => ({
  id: randomUUID(),
  slug: unique('model'),
  previousSlugs: [],
  name: 'Nina',
  affiliateId: null,
  emailFromName: '',
  emailFromEmail: '',
  telegramLink: '',
  adexicoBaseUrl: '',
  adexicoSourceId: 'BA',
  assets: [],
  ...over,
});
const affiliateFacts = (over: Partial<EventData<'affiliate.created'>>): EventData<'affiliate.created'> => ({
  id: randomUUID(),
  slug: unique('aff'),
  name: 'Aff',
  isActive: true,
  isSuspended: false,
  telegramLink: '',
  emailFromName: '',
  emailFromEmail: '',
  adexicoBaseUrl: '',
  adexicoSourceId: '',
  ...over,
});
const paidSubscriber = async (modelSlug: string, modelId?: string) => {
  const subscriber = await billing.subscriber({ modelSlug, ...(modelId && { modelId }) });
  await billing
    .postback({ transaction_id: randomUUID(), sub4: referenceOf((await subscriber.pay()).headers.location) })
    .expect(200);
  return subscriber;
};

describe('the subscription', () => {
  test('When billing has not heard of the subscriber, then nothing is paid', async () => {
    const authorization = `Bearer ${await billing.token(randomUUID())}`;
    expect((await billing.request.get('/api/subscription').set({ authorization }).expect(200)).body).toEqual({
      hasPaid: false,
      state: 'none',
      paidUntil: null,
      telegramLink: null,
    });
    expect((await billing.request.get('/api/auth/check-payment').set({ authorization }).expect(200)).body).toEqual({
      hasPaid: false,
    });
  });

  test.each(['/api/subscription', '/api/auth/check-payment'])(
    'When %s is asked by anybody but a subscriber, then it is refused',
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

  test('When it is paid, then the link of the model, else of its affiliate, else of the site invites to the group', async () => {
    const affiliate = affiliateFacts({ telegramLink: 'https://t.me/+affiliate' });
    await billing.tell('affiliate.created', affiliate);
    const own = modelFacts({ telegramLink: 'https://t.me/+model', affiliateId: affiliate.id });
    const inherited = modelFacts({ affiliateId: affiliate.id });
    for (const model of [own, inherited]) await billing.tell('model.created', model);
    expect((await (await paidSubscriber(own.slug)).subscription()).telegramLink).toBe('https://t.me/+model');
    expect((await (await paidSubscriber(inherited.slug)).subscription()).telegramLink).toBe('https://t.me/+affiliate');
    expect((await (await paidSubscriber('gone')).subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
  });

  test('When the model was renamed since, then its link is still found; when it was deleted, then not', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+model' });
    await billing.tell('model.created', model, 1);
    const { subscription } = await paidSubscriber(model.slug);
    await billing.tell('model.updated', { ...model, slug: unique('renamed'), previousSlugs: [model.slug] }, 2);
    expect((await subscription()).telegramLink).toBe('https://t.me/+model');
    await billing.tell('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
    expect((await subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
  });

  test.each([
    ['names the model by its id', true],
    ['of a former version names it by its slug', false],
  ])(
    'keeps the link of the registration’s model when another takes its slug, where the event %s',
    async (_what, namesId) => {
      const model = modelFacts({ telegramLink: 'https://t.me/+first' });
      await billing.tell('model.created', model, 1);
      const { subscription } = await paidSubscriber(model.slug, namesId ? model.id : undefined);
      await billing.tell('model.updated', { ...model, slug: unique('renamed'), previousSlugs: [model.slug] }, 2);
      const other = modelFacts({ slug: model.slug, telegramLink: 'https://t.me/+other' });
      await billing.tell('model.created', other, 1);
      expect((await subscription()).telegramLink).toBe('https://t.me/+first');
      await billing.tell('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
      expect((await subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
    },
  );

  test('has the link of the registration’s model although billing learns of the model later', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+late' });
    const { subscription } = await paidSubscriber(model.slug, model.id);
    await billing.tell('model.created', model, 1);
    expect((await subscription()).telegramLink).toBe('https://t.me/+late');
  });
});

describe('events from the other services', () => {
  test('When an older change of a model arrives late, then the newer one stays', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+new' });
    await billing.tell('model.updated', model, 5);
    await billing.tell('model.updated', { ...model, telegramLink: 'https://t.me/+old' }, 4);
    expect((await (await paidSubscriber(model.slug)).subscription()).telegramLink).toBe('https://t.me/+new');
  });

  test('When a deletion overtakes a change, then what was deleted stays deleted', async () => {
    const model = modelFacts({ telegramLink: 'https://t.me/+model' });
    const affiliate = affiliateFacts({ telegramLink: 'https://t.me/+affiliate' });
    await billing.tell('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
    await billing.tell('model.created', model, 1);
    await billing.tell('affiliate.deleted', { id: affiliate.id, slug: affiliate.slug }, 2);
    await billing.tell('affiliate.updated', affiliate, 1);
    expect((await (await paidSubscriber(model.slug)).subscription()).telegramLink).toBe(DEFAULT_TELEGRAM);
  });

  test('When the same event comes twice, then its effect happens once', async () => {
    const affiliate = affiliateFacts({ telegramLink: 'https://t.me/+one' });
    const eventId = randomUUID();
    await billing.tell('affiliate.created', affiliate, 1, eventId);
    await billing.tell('affiliate.updated', { ...affiliate, telegramLink: 'https://t.me/+two' }, 2, eventId);
    const { rows } = await billing.postgres.query('select telegram_link from affiliates where id = $1', [affiliate.id]);
    expect(rows).toEqual([{ telegram_link: 'https://t.me/+one' }]);
  });

  test('When a subscriber is erased, then the person is gone for good and what was paid stays in the ledger', async () => {
    const subscriber = await paidSubscriber('nina');
    await billing.tell('subscriber.erased', { id: subscriber.id }, 2);
    await billing.tell('subscriber.registered', billing.facts(subscriber.id), 1);
    const { rows } = await billing.postgres.query(
      'select email, first_name, last_name, erased from subscribers where id = $1',
      [subscriber.id],
    );
    expect(rows).toEqual([{ email: '', first_name: '', last_name: '', erased: true }]);
    expect(await billing.ledger(subscriber.id)).toEqual([200]);
  });
});

describe('health', () => {
  test('When the database answers, then billing is ready', async () => {
    await billing.readiness.database();
  });
});
