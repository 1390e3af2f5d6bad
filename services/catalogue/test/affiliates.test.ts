import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import { affiliateFacts } from 'testing/events';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const slugOf = () => `model-${randomUUID().slice(0, 8)}`;
type Affiliate = Awaited<ReturnType<Harness['newAffiliate']>>;
const pathOf = ({ slug }: { slug: string }, model?: { id: string }) =>
  `/api/affiliates/${slug}/models${model ? `/${model.id}` : ''}`;
const as = (affiliate: Affiliate) => ({ authorization: affiliate.token });
const create = (affiliate: Affiliate, body: object = {}) =>
  harness
    .api()
    .post(pathOf(affiliate))
    .set(as(affiliate))
    .send({ name: 'Léa', slug: slugOf(), ...body });

describe('models of affiliates', () => {
  test('gives a model that an affiliate creates what the form leaves empty', async () => {
    const affiliate = await harness.newAffiliate({
      telegramLink: 'https://t.me/aff',
      emailFromName: 'Affilié',
      emailFromEmail: 'aff@site.fr',
      adexicoBaseUrl: 'https://pay.example/aff',
      adexicoSourceId: 'AFF1',
    });
    const inherited = await create(affiliate, { telegram_link: '' });
    expect(inherited.status).toBe(201);
    expect(inherited.body).toMatchObject({
      affiliate_id: affiliate.id,
      affiliate_slug: affiliate.slug,
      telegram_link: 'https://t.me/aff',
      email_from_name: 'Affilié',
      email_from_email: 'aff@site.fr',
      adexico_base_url: 'https://pay.example/aff',
      adexico_source_id: 'AFF1',
    });
    const own = await create(affiliate, { telegram_link: 'https://t.me/lea', email_from_name: 'Léa' });
    expect(own.body).toMatchObject({
      telegram_link: 'https://t.me/lea',
      email_from_name: 'Léa',
      email_from_email: 'aff@site.fr',
    });
    const events = await harness.publishedOf((own.body as ModelView).id);
    expect(events[0]).toMatchObject({
      name: 'model.created',
      revision: 1,
      actor: { role: 'affiliate', id: affiliate.id },
      data: {
        affiliateId: affiliate.id,
        adexicoBaseUrl: 'https://pay.example/aff',
        adexicoSourceId: 'AFF1',
        telegramLink: 'https://t.me/lea',
      },
    });
  });

  test('gives models of an affiliate without settings the defaults', async () => {
    expect((await create(await harness.newAffiliate())).body).toMatchObject({
      adexico_source_id: 'BA',
      adexico_base_url: '',
      telegram_link: '',
    });
  });

  test('rejects the redirection sent by an affiliate, unless it is unchanged', async () => {
    const affiliate = await harness.newAffiliate({
      adexicoBaseUrl: 'https://pay.example/aff',
      adexicoSourceId: 'AFF1',
    });
    const model = (await create(affiliate)).body as ModelView;
    for (const body of [
      { adexico_base_url: 'https://pay.example/other' },
      { adexico_source_id: 'OTHER' },
      { adexico_source_id: { $gt: '' } },
    ]) {
      const changed = await harness
        .api()
        .put(pathOf(affiliate, model))
        .set(as(affiliate))
        .send({ bio: 'x', ...body });
      expect(changed.status).toBe(403);
      expect(changed.body).toMatchObject({ code: 'FIELD_FORBIDDEN' });
      expect((await create(affiliate, body)).body).toMatchObject({ code: 'FIELD_FORBIDDEN' });
    }
    expect((await harness.read(model.slug)).bio).toBe('');
    const echoed = await harness
      .api()
      .put(pathOf(affiliate, model))
      .set(as(affiliate))
      .send({ bio: 'y', adexico_base_url: 'https://pay.example/aff', adexico_source_id: '' });
    expect(echoed.body).toMatchObject({ bio: 'y', adexico_source_id: 'AFF1' });
  });

  test('rejects an affiliate at another’s path or model, and changes nothing', async () => {
    const [own, other] = await Promise.all([harness.newAffiliate(), harness.newAffiliate()]);
    const model = (await create(other)).body as ModelView;
    const ofPlatform = await harness.newModel();
    const calls = [
      harness.api().get(pathOf(other)).set(as(own)),
      harness.api().post(pathOf(other)).set(as(own)).send({}),
      harness.api().put(pathOf(other, model)).set(as(own)).send({ bio: 'volé' }),
      harness.api().delete(pathOf(other, model)).set(as(own)),
      harness.api().put(pathOf(own, model)).set(as(own)).send({ bio: 'volé' }),
      harness.api().delete(pathOf(own, model)).set(as(own)),
      harness.api().put(pathOf(own, ofPlatform)).set(as(own)).send({ bio: 'volé' }),
      harness.api().delete(pathOf(own, ofPlatform)).set(as(own)),
      harness.api().post(`/api/models/${model.id}/reset-live-override`).set(as(own)),
      harness.api().put(`/api/models/${model.id}`).set(as(own)).send({ bio: 'volé' }),
      harness.api().delete(`/api/models/${ofPlatform.id}`).set(as(own)),
      harness.api().post('/api/models').set(as(own)).send({ name: 'x', slug: slugOf() }),
    ];
    for (const response of await Promise.all(calls)) {
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ code: 'FORBIDDEN' });
    }
    for (const { slug } of [model, ofPlatform]) expect((await harness.read(slug)).bio).toBe('');
    expect(
      (
        await harness
          .api()
          .put(pathOf(own, { id: randomUUID() }))
          .set(as(own))
          .send({ bio: 'x' })
      ).body,
    ).toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });

  test('rejects every call that changes without a token, with a subscriber’s, or with an invalid one', async () => {
    const affiliate = await harness.newAffiliate();
    const model = (await create(affiliate)).body as ModelView;
    const subscriber = `Bearer ${await harness.tokenOf({ role: 'subscriber', id: randomUUID() })}`;
    const calls = [
      ['post', '/api/models'],
      ['put', `/api/models/${model.id}`],
      ['delete', `/api/models/${model.id}`],
      ['post', `/api/models/${model.id}/reset-live-override`],
      ['get', pathOf(affiliate)],
      ['post', pathOf(affiliate)],
      ['put', pathOf(affiliate, model)],
      ['delete', pathOf(affiliate, model)],
    ] as const;
    for (const [method, path] of calls) {
      expect((await harness.api()[method](path)).status).toBe(401);
      expect((await harness.api()[method](path).set('authorization', 'Bearer a.b.c')).status).toBe(401);
      expect((await harness.api()[method](path).set('authorization', subscriber)).status).toBe(403);
    }
  });

  test('rejects the token of a suspended or deleted affiliate', async () => {
    const suspended = await harness.newAffiliate();
    const model = (await create(suspended, { telegram_link: 'https://t.me/lea' })).body as ModelView;
    const { token: _token, ...facts } = suspended;
    await harness.send('affiliate.updated', { ...facts, isSuspended: true });
    for (const call of [
      harness.api().get(pathOf(suspended)),
      harness.api().put(pathOf(suspended, model)).send({ bio: 'x' }),
      harness.api().post(`/api/models/${model.id}/reset-live-override`),
    ]) {
      const response = await call.set(as(suspended));
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ code: 'AFFILIATE_SUSPENDED' });
    }
    expect((await harness.read(model.slug, suspended.token)).telegram_link).toBeUndefined();

    await harness.send('affiliate.updated', { ...facts, isSuspended: false });
    expect((await harness.api().get(pathOf(suspended)).set(as(suspended))).status).toBe(200);
    await harness.send('affiliate.deleted', { id: suspended.id, slug: suspended.slug });
    expect((await harness.api().get(pathOf(suspended)).set(as(suspended))).status).toBe(403);
  });

  test('lists no models of an affiliate whose event has not arrived yet, and has it repeat its first creation', async () => {
    const facts = affiliateFacts();
    const { id, slug } = facts;
    const affiliate = { ...facts, token: `Bearer ${await harness.tokenOf({ role: 'affiliate', id, slug })}` };
    const listed = await harness.api().get(pathOf(affiliate)).set(as(affiliate));
    expect([listed.status, listed.body]).toEqual([200, []]);
    const rejected = await create(affiliate);
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '2']);

    await harness.send('affiliate.created', facts);
    expect((await create(affiliate)).status).toBe(201);
  });

  test('lets an affiliate that only paused itself work on its models', async () => {
    const affiliate = await harness.newAffiliate({ isActive: false });
    expect((await create(affiliate)).status).toBe(201);
  });

  test('lists for each viewer what it may see of the models', async () => {
    const [own, other] = await Promise.all([harness.newAffiliate(), harness.newAffiliate()]);
    const mine = (await create(own)).body as ModelView;
    const theirs = (await create(other)).body as ModelView;
    const ids = (response: { body: unknown }) => (response.body as ModelView[]).map(({ id }) => id);
    expect(ids(await harness.api().get(pathOf(own)).set(as(own)))).toEqual([mine.id]);
    expect(ids(await harness.api().get(pathOf(other)).set('authorization', harness.administrator))).toEqual([
      theirs.id,
    ]);
    expect(
      (await harness.api().get('/api/affiliates/unknown-one/models').set('authorization', harness.administrator)).body,
    ).toMatchObject({ code: 'AFFILIATE_NOT_FOUND' });

    const all = (await harness.api().get('/api/models').set(as(own))).body as ModelView[];
    expect(all.find(({ id }) => id === mine.id)).toMatchObject({ edit_revision: 1, affiliate_slug: own.slug });
    expect(all.find(({ id }) => id === theirs.id)?.edit_revision).toBeUndefined();
    const everything = (await harness.api().get('/api/models').set('authorization', harness.administrator))
      .body as ModelView[];
    expect(everything.find(({ id }) => id === theirs.id)).toMatchObject({
      affiliate_id: other.id,
      affiliate_slug: other.slug,
    });
  });

  test('keeps a model and the affiliate that owns it apart where both have one slug', async () => {
    const affiliate = await harness.newAffiliate();
    expect((await create(affiliate, { slug: affiliate.slug })).status).toBe(201);
  });

  test('rejects the slug of an affiliate for a model that is not its own with SLUG_TAKEN, until it is free', async () => {
    const [own, other] = [await harness.newAffiliate(), await harness.newAffiliate()];
    const model = (await create(own)).body as ModelView;
    const ofPlatform = await harness.newModel();
    const asAdministrator = { authorization: harness.administrator };
    const calls = {
      create: () => create(own, { slug: other.slug }),
      rename: () => harness.api().put(pathOf(own, model)).set(as(own)).send({ slug: other.slug }),
      'create for the platform': () =>
        harness.api().post('/api/models').set(asAdministrator).send({ name: 'Léa', slug: other.slug }),
      'rename of a model of the platform': () =>
        harness.api().put(`/api/models/${ofPlatform.id}`).set(asAdministrator).send({ slug: other.slug }),
    };
    for (const [call, send] of Object.entries(calls)) {
      const { status, body } = await send();
      expect({ call, status, body: body as unknown }).toMatchObject({
        call,
        status: 409,
        body: { code: 'SLUG_TAKEN', error: 'Ce slug est déjà utilisé' },
      });
    }
    await harness.send('affiliate.deleted', { id: other.id, slug: other.slug });
    expect((await calls.rename()).body).toMatchObject({ slug: other.slug });
  });

  test('saves a model whose slug an affiliate got at the same moment, as long as it leaves the slug as it is', async () => {
    const model = await harness.newModel();
    await harness.newAffiliate({ slug: model.slug });
    const response = await harness
      .api()
      .put(`/api/models/${model.id}`)
      .set('authorization', harness.administrator)
      .send({ slug: model.slug, bio: 'Autre' });
    expect(response.body).toMatchObject({ bio: 'Autre' });
  });

  test('restores no version whose slug is an affiliate’s by now', async () => {
    const model = await harness.newModel();
    const put = (body: object) =>
      harness.api().put(`/api/models/${model.id}`).set('authorization', harness.administrator).send(body).expect(200);
    await put({ slug: slugOf() });
    await harness.newAffiliate({ slug: model.slug });
    const restored = await harness
      .api()
      .post(`/api/models/${model.id}/versions/1/restore`)
      .set('authorization', harness.administrator);
    expect(restored.body).toMatchObject({ code: 'SLUG_TAKEN' });
  });

  test('gives the models of a deleted affiliate to the platform, with their events and a line of the trail', async () => {
    const [affiliate, other] = [await harness.newAffiliate(), await harness.newAffiliate()];
    const slug = slugOf();
    const photo = await harness.newAsset('photo', slug, { uploader: affiliate.id });
    const created = await create(affiliate, { slug, photo_items: JSON.stringify([photo.item()]) });
    const model = created.body as ModelView;
    const remaining = (await create(other)).body as ModelView;
    await harness.send('affiliate.deleted', { id: affiliate.id, slug: affiliate.slug });
    const read = await harness.read(slug, harness.administrator);
    expect(read).toMatchObject({ affiliate_id: null, affiliate_slug: null, edit_revision: 1 });
    expect(read.photo_items).toContain(photo.filename);
    expect((await harness.read(remaining.slug, harness.administrator)).affiliate_id).toBe(other.id);
    const events = await harness.publishedOf(model.id);
    expect(events.at(-1)).toMatchObject({
      name: 'model.updated',
      data: { affiliateId: null, changes: [{ field: 'affiliate_id' }] },
    });
    await harness.send('affiliate.deleted', { id: affiliate.id, slug: affiliate.slug });
    expect(await harness.publishedOf(model.id)).toHaveLength(events.length);
  });

  test('gives a model to the platform whose creation the deletion of its affiliate overtakes', async () => {
    const affiliate = await harness.newAffiliate();
    const collection = harness.mongo.connection.collection('models');
    const insertOne = collection.insertOne.bind(collection);
    const insert = jest.spyOn(collection, 'insertOne').mockImplementationOnce(async (...parameters) => {
      await harness.send('affiliate.deleted', { id: affiliate.id, slug: affiliate.slug });
      return insertOne(...parameters);
    });
    const response = await create(affiliate);
    expect(insert).toHaveBeenCalledTimes(1);
    insert.mockRestore();
    expect(response.status).toBe(201);
    expect(await collection.countDocuments({ affiliateId: affiliate.id })).toBe(0);
  });

  test('does not undo a newer event by an older one that comes late', async () => {
    const affiliate = await harness.newAffiliate({ telegramLink: 'https://t.me/one' });
    const { token: _token, ...facts } = affiliate;
    await harness.send('affiliate.updated', { ...facts, telegramLink: 'https://t.me/three' }, 3);
    await harness.send('affiliate.updated', { ...facts, telegramLink: 'https://t.me/two' }, 2);
    expect((await create(affiliate)).body).toMatchObject({ telegram_link: 'https://t.me/three' });
    await harness.send('affiliate.deleted', { id: affiliate.id, slug: affiliate.slug }, 5);
    await harness.send('affiliate.updated', facts, 4);
    expect((await create(affiliate)).status).toBe(403);
  });
});
