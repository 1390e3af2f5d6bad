import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import { createMongoIdempotency } from 'service-kit/mongo-idempotency';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const slugOf = () => `model-${randomUUID().slice(0, 8)}`;
const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  harness
    .api()
    .put(`/api/models/${id}`)
    .set({ authorization: harness.administrator, ...headers })
    .send(body);

describe('a retried creation', () => {
  const create = (key: string, body: object) =>
    harness.api().post('/api/models').set({ authorization: harness.administrator, 'idempotency-key': key }).send(body);

  test('returns the model that the first request created', async () => {
    const [key, body] = [randomUUID(), { name: 'Lila', slug: slugOf() }];
    const first = await create(key, body);
    const retry = await create(key, body);
    expect([first.status, retry.status]).toEqual([201, 201]);
    expect(retry.body).toEqual(first.body);
  });

  test('executes twenty simultaneous retries once', async () => {
    const [key, body] = [randomUUID(), { name: 'Lila', slug: slugOf() }];
    const responses = await Promise.all(Array.from({ length: 20 }, () => create(key, body)));
    const codes = new Set(responses.map(({ status, body: { code } }) => `${status} ${code ?? ''}`.trim()));
    expect(codes.has('201')).toBe(true);
    codes.delete('201');
    codes.delete('409 REQUEST_IN_PROGRESS');
    expect([...codes]).toEqual([]);
    expect((await create(key, body)).status).toBe(201);
  });

  test('rejects the key of another model with 422', async () => {
    const key = randomUUID();
    await create(key, { name: 'Lila', slug: slugOf() });
    const other = await create(key, { name: 'Nina', slug: slugOf() });
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('is executed again after a failure', async () => {
    const [key, slug] = [randomUUID(), slugOf()];
    const { id } = await harness.newModel({ slug });
    expect((await create(key, { name: 'Lila', slug })).body.code).toBe('SLUG_TAKEN');
    await harness.api().delete(`/api/models/${id}`).set('authorization', harness.administrator).expect(200);
    expect((await create(key, { name: 'Lila', slug })).status).toBe(201);
  });

  test('is executed again when the process that claimed its key has died', async () => {
    const store = createMongoIdempotency(harness.mongo.connection);
    const key = randomUUID();
    const claims = harness.mongo.connection.collection<{ _id: string; claimedAt: Date }>('idempotency_keys');
    expect(await store.claim(key, 'f')).toEqual({ kind: 'claimed' });
    expect(await store.claim(key, 'f')).toEqual({ kind: 'in progress' });
    const fastClock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 90_000);
    expect(await store.claim(key, 'f')).toEqual({ kind: 'in progress' });
    fastClock.mockRestore();
    await claims.updateOne({ _id: key }, { $set: { claimedAt: new Date(Date.now() - 61_000) } });
    expect(await store.claim(key, 'f')).toEqual({ kind: 'claimed' });
  });
});

describe('models', () => {
  test('gives a model with a name and a slug the defaults of the specification', async () => {
    const slug = slugOf();
    const response = await harness
      .api()
      .post('/api/models')
      .set('authorization', harness.administrator)
      .send({ name: ' Maëlle ', slug });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      name: 'Maëlle',
      slug,
      age: 18,
      bio: '',
      likes_count: 0,
      medias_count: 0,
      photos_count: 0,
      is_live: false,
      is_verified: false,
      manual_live_override: null,
      photo_items: '[]',
      video_items: '[]',
      live_replays: '[]',
      adexico_source_id: 'BA',
      adexico_base_url: '',
      live_schedule_start: '21:00',
      live_schedule_end: '01:00',
      affiliate_id: null,
      affiliate_slug: null,
      edit_revision: 1,
    });
    expect(await harness.read(slug)).toMatchObject({ id: (response.body as ModelView).id, name: 'Maëlle' });
  });

  test('reads numbers that a form sends as text, and takes the default for empty ones', async () => {
    const model = await harness.newModel({ age: '24', likes_count: '12000', followers_count: '' });
    expect(model).toMatchObject({ age: 24, likes_count: 12000, followers_count: 0 });
  });

  test('keeps fields that are absent from a change', async () => {
    const model = await harness.newModel({ bio: 'Bonjour', age: 30, telegram_link: 'https://t.me/maelle' });
    const response = await put(model.id, { age: 31 });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      name: model.name,
      slug: model.slug,
      bio: 'Bonjour',
      age: 31,
      telegram_link: 'https://t.me/maelle',
      edit_revision: 2,
    });
  });

  test('hides partner, Telegram, e-mail and override from visitors and unpaid subscribers', async () => {
    const model = await harness.newModel({
      telegram_link: 'https://t.me/secret',
      email_from_email: 'sender@site.fr',
      adexico_base_url: 'https://pay.example/x',
    });
    const unpaid = `Bearer ${await harness.tokenOf({ role: 'subscriber', id: randomUUID() })}`;
    const listed = (await harness.api().get('/api/models')).body as ModelView[];
    for (const view of [
      await harness.read(model.slug),
      await harness.read(model.slug, unpaid),
      listed.find(({ id }) => id === model.id),
    ]) {
      expect(JSON.stringify(view)).not.toMatch(/t\.me|sender@|pay\.example|adexico|override|edit_revision|affiliate/);
    }
  });

  test('shows visitors lengths of the lists for missing counters, and the administrator beside them what was typed', async () => {
    const slug = slugOf();
    const photo = await harness.newAsset('photo', slug);
    await harness.newModel({ slug, photo_items: JSON.stringify([photo.item()]), medias_count: '100' });
    expect(await harness.read(slug)).toMatchObject({
      photos_count: 1,
      videos_count: 30,
      lives_count: 10,
      medias_count: 100,
    });
    expect(await harness.read(slug, harness.administrator)).toMatchObject({
      photos_count: 0,
      videos_count: 0,
      lives_count: 0,
      medias_count: 100,
      shown_counts: { photos: 1, videos: 30, lives: 10, medias: 100 },
    });
    const listed = (await harness.api().get('/api/models')).body as ModelView[];
    expect(listed.find((model) => model.slug === slug)).toMatchObject({
      photos_count: 1,
      videos_count: 30,
      photo_items: '[]',
    });
    expect(await harness.read(slug)).not.toHaveProperty('shown_counts');
  });

  test('counts for owners what visitors see, never fewer media than the lists beside it', async () => {
    const slug = slugOf();
    const [first, second] = [await harness.newAsset('photo', slug), await harness.newAsset('photo', slug)];
    const inAnHour = new Date(harness.clock.now + 3_600_000).toISOString();
    await harness.newModel({
      slug,
      photo_items: JSON.stringify([first.item(), { ...second.item(), publishAt: inAnHour }]),
      videos_count: '7',
      medias_count: '2',
    });
    const listed = (await harness.api().get('/api/models').set('authorization', harness.administrator))
      .body as ModelView[];
    for (const view of [await harness.read(slug, harness.administrator), listed.find((model) => model.slug === slug)])
      expect(view).toMatchObject({
        videos_count: 7,
        medias_count: 2,
        shown_counts: { photos: 1, videos: 7, lives: 0, medias: 8 },
      });
  });

  test('keeps the current slug when an edit sends an empty one', async () => {
    const model = await harness.newModel();
    expect((await put(model.id, { slug: '', age: 40 })).body).toMatchObject({ slug: model.slug, age: 40 });
  });

  test('rejects a taken slug with SLUG_TAKEN, also of two simultaneous requests', async () => {
    const slug = slugOf();
    const create = () =>
      harness.api().post('/api/models').set('authorization', harness.administrator).send({ name: 'Deux', slug });
    const results = await Promise.all([create(), create(), create()]);
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(results.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'SLUG_TAKEN',
      error: 'Ce slug est déjà utilisé',
    });
    const other = await harness.newModel();
    expect((await put(other.id, { slug, bio: 'perdu' })).body).toMatchObject({ code: 'SLUG_TAKEN' });
    expect((await harness.read(other.slug)).bio).toBe('');
  });

  test('keeps both changes of two people who save different fields at the same time', async () => {
    const model = await harness.newModel();
    const fields = {
      age: 33,
      bio: 'Nouvelle',
      custom_title: 'Titre',
      followers_count: 9,
      likes_count: 8,
      is_verified: true,
    };
    const results = await Promise.all(
      Object.entries(fields).map(([field, value]) => put(model.id, { [field]: value })),
    );
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(await harness.read(model.slug, harness.administrator)).toMatchObject({ ...fields, edit_revision: 7 });
  });

  test('rejects a change whose If-Match names another edition; two readers of the same one do not both save', async () => {
    const model = await harness.newModel();
    for (const stale of ['"7"', 'W/"0"', '12', 'nonsense']) {
      const rejected = await put(model.id, { bio: 'x' }, { 'if-match': stale });
      expect(rejected.status).toBe(409);
      expect(rejected.body).toMatchObject({ code: 'EDIT_CONFLICT' });
    }
    const results = await Promise.all(['a', 'b'].map((bio) => put(model.id, { bio }, { 'if-match': '"1"' })));
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const accepted of ['"2"', 'W/"3"', '4', '*'])
      expect((await put(model.id, { bio: 'x' }, { 'if-match': accepted })).status).toBe(200);
  });

  test('accepts a retried save after a lost response, and rejects a different one as a conflict', async () => {
    const slug = slugOf();
    const photo = await harness.newAsset('photo', slug);
    const model = await harness.newModel({ slug });
    const save = {
      name: model.name,
      slug,
      bio: 'Une fois',
      age: '30',
      photo_items: JSON.stringify([photo.item()]),
      adexico_source_id: 'BA',
    };
    for (const attempt of ['first', 'again'])
      expect([attempt, (await put(model.id, save, { 'if-match': '"1"' })).status]).toEqual([attempt, 200]);
    expect((await put(model.id, { ...save, bio: 'Autrement' }, { 'if-match': '"1"' })).status).toBe(409);
    expect(await harness.read(slug, harness.administrator)).toMatchObject({ bio: 'Une fois', age: 30 });
  });

  test('deletes a model, frees its slug, and deletes its tombstone once the event is published', async () => {
    const slug = slugOf();
    const photo = await harness.newAsset('photo', slug);
    const model = await harness.newModel({ slug, photo_items: JSON.stringify([photo.item()]) });
    const remove = () => harness.api().delete(`/api/models/${model.id}`).set('authorization', harness.administrator);
    harness.broker.isDown = true;
    expect((await remove()).body).toEqual({ ok: true });
    expect((await remove()).status).toBe(404);
    expect((await harness.api().get(`/api/models/${slug}`)).body).toMatchObject({
      code: 'MODEL_NOT_FOUND',
      error: 'Modèle non trouvé',
    });
    await harness.newModel({ slug });
    harness.broker.isDown = false;
    const events = await harness.publishedOf(model.id);
    expect(events.at(-1)).toMatchObject({
      name: 'model.deleted',
      revision: 2,
      data: { id: model.id, slug, previousSlugs: [], assets: [photo.id] },
    });
    expect(await harness.mongo.connection.collection('models').findOne({ slug: `~${model.id}` })).toBeNull();
  });

  test('rejects a redirection to a host that is not allowed', async () => {
    const model = await harness.newModel();
    for (const url of [
      'https://evil.example/x',
      'https://pay.example.evil.example',
      'https://pay.example@evil.example/',
      'javascript:alert(1)',
    ]) {
      const response = await put(model.id, { adexico_base_url: url });
      expect(response.status).toBe(400);
    }
    expect((await put(model.id, { adexico_base_url: 'https://evil.example/x' })).body).toMatchObject({
      code: 'PAYMENT_HOST_REFUSED',
    });
    expect(
      (await put(model.id, { adexico_base_url: 'https://pay.example/offer?x=1', adexico_source_id: 'XY' })).body,
    ).toMatchObject({ adexico_base_url: 'https://pay.example/offer?x=1', adexico_source_id: 'XY' });
    expect((await put(model.id, { adexico_source_id: '' })).body).toMatchObject({ adexico_source_id: 'BA' });
    // An unchanged address is accepted although its host is not allowed, as one inherited from an affiliate may be.
    await harness.mongo.connection
      .collection('models')
      .updateOne({ _id: model.id as never }, { $set: { adexico_base_url: 'https://former.example/offer' } });
    expect(
      (await put(model.id, { adexico_base_url: 'https://former.example/offer', bio: 'Autre' })).body,
    ).toMatchObject({ bio: 'Autre', adexico_base_url: 'https://former.example/offer' });
  });

  test('allows revalidation of an anonymous read, and no cache for a viewer’s', async () => {
    const model = await harness.newModel();
    for (const path of ['/api/models', `/api/models/${model.slug}`]) {
      const first = await harness.api().get(path);
      expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      expect(first.headers.etag).toMatch(/^"[\w-]+"$/);
      const again = await harness.api().get(path).set('if-none-match', String(first.headers.etag));
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      const own = await harness.api().get(path).set('authorization', harness.administrator);
      expect(own.headers['cache-control']).toBe('private, no-store');
      expect(own.headers.etag).toBeUndefined();
    }
    const before = (await harness.api().get(`/api/models/${model.slug}`)).headers.etag;
    await put(model.id, { bio: 'Autre' });
    expect((await harness.api().get(`/api/models/${model.slug}`).set('if-none-match', String(before))).status).toBe(
      200,
    );
  });

  test('is not ready without its indexes', async () => {
    await harness.catalogue.readiness.indexes();
    const bare = await createHarness({ isMigrated: false });
    await expect(bare.catalogue.readiness.indexes()).rejects.toThrow();
    await bare.close();
  });

  test('responds to reads and saves with 503 while the database is unavailable', async () => {
    const gone = await createHarness();
    await gone.close();
    const calls = [
      gone.api().get('/api/models'),
      gone.api().post('/api/models').set('authorization', gone.administrator).send({ name: 'x', slug: slugOf() }),
    ];
    for (const response of await Promise.all(calls)) {
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(response.headers['retry-after']).toBe('2');
    }
  });
});
