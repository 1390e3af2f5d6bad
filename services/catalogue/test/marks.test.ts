import { randomUUID } from 'node:crypto';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const newSubscriber = async () => {
  const id = randomUUID();
  return { id, token: `Bearer ${await harness.tokenOf({ role: 'subscriber', id })}` };
};
const send = async (method: 'get' | 'put' | 'delete', path: string, token?: string) => {
  const call = harness.api()[method](path);
  const { status, body } = await (token ? call.set('authorization', token) : call);
  return { status, body: body as unknown };
};
const likesOf = async (slug: string, token?: string) => (await harness.read(slug, token)).likes_count;

describe('likes of subscribers', () => {
  test('add to the typed number, once for each subscriber, and can be taken back', async () => {
    const { slug } = await harness.newModel({ likes_count: 40 });
    const [lea, tom] = await Promise.all([newSubscriber(), newSubscriber()]);
    const responses = await Promise.all(
      [lea, lea, lea, tom].map(({ token }) => send('put', `/api/likes/${slug}`, token)),
    );
    expect(responses).toEqual(responses.map(() => ({ status: 200, body: { ok: true } })));
    expect(await likesOf(slug)).toBe(42);
    expect((await send('get', '/api/likes', lea.token)).body).toEqual([slug]);
    await send('delete', `/api/likes/${slug}`, lea.token);
    await send('delete', `/api/likes/${slug}`, lea.token);
    expect(await likesOf(slug)).toBe(41);
    expect((await send('get', '/api/likes', lea.token)).body).toEqual([]);
  });

  test('leave the typed number to those who edit it, and survive a save', async () => {
    const model = await harness.newModel({ likes_count: 40 });
    const { token } = await newSubscriber();
    await send('put', `/api/likes/${model.slug}`, token);
    expect(await likesOf(model.slug, harness.administrator)).toBe(40);
    const saved = await harness
      .api()
      .put(`/api/models/${model.id}`)
      .set('authorization', harness.administrator)
      .send({ likes_count: 50 });
    expect(saved.status).toBe(200);
    expect(await likesOf(model.slug)).toBe(51);
  });
});

describe('favourites', () => {
  test('are listed with the newest first, for their subscriber alone', async () => {
    const [first, second] = [await harness.newModel({ name: 'Nina' }), await harness.newModel({ name: 'Zoé' })];
    const [lea, tom] = await Promise.all([newSubscriber(), newSubscriber()]);
    for (const { slug } of [first, second]) {
      await send('put', `/api/favourites/${slug}`, lea.token);
      harness.clock.now += 1_000;
    }
    const slugs = async (token: string) =>
      ((await send('get', '/api/favourites', token)).body as { slug: string }[]).map(({ slug }) => slug);
    expect(await slugs(lea.token)).toEqual([second.slug, first.slug]);
    expect(await slugs(tom.token)).toEqual([]);
    expect(await likesOf(first.slug)).toBe(0);
    await send('delete', `/api/favourites/${second.slug}`, lea.token);
    expect(await slugs(lea.token)).toEqual([first.slug]);
    const deleted = await harness.api().delete(`/api/models/${first.id}`).set('authorization', harness.administrator);
    expect(deleted.status).toBe(200);
    expect(await slugs(lea.token)).toEqual([]);
  });
});

describe('lists of marks', () => {
  const pages = async (list: string, token: string) => {
    const found: unknown[][] = [];
    let path: string | undefined = `${list}?limit=2`;
    while (path !== undefined) {
      const response: { status: number; body: unknown; headers: { link?: string } } = await harness
        .api()
        .get(path)
        .set('authorization', token);
      expect(response.status).toBe(200);
      found.push(response.body as unknown[]);
      path = /<([^>]*)>; rel="next"/.exec(response.headers.link ?? '')?.[1];
    }
    return found;
  };

  test('come in pages with every mark once, also of one instant and while others are removed', async () => {
    const models = await Promise.all(Array.from({ length: 5 }, () => harness.newModel()));
    const { token } = await newSubscriber();
    for (const { slug } of models)
      for (const list of ['likes', 'favourites']) await send('put', `/api/${list}/${slug}`, token);
    const slugs = models.map(({ slug }) => slug);
    const liked = await pages('/api/likes', token);
    expect(liked.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(liked.flat()).toHaveLength(5);
    expect(new Set(liked.flat())).toEqual(new Set(slugs));
    const favourites = (await pages('/api/favourites', token)) as { slug: string }[][];
    expect(new Set(favourites.flat().map(({ slug }) => slug))).toEqual(new Set(slugs));

    const first = await harness.api().get('/api/favourites?limit=2').set('authorization', token);
    const next = /<([^>]*)>/.exec(first.headers.link ?? '')?.[1] ?? '';
    for (const { slug } of first.body as { slug: string }[]) await send('delete', `/api/favourites/${slug}`, token);
    expect((await send('get', next, token)).body).toHaveLength(2);
  });

  test('pass over hidden models without an end before the last page', async () => {
    const { token } = await newSubscriber();
    const shown = await harness.newModel();
    await send('put', `/api/favourites/${shown.slug}`, token);
    for (let index = 0; index < 3; index += 1) {
      harness.clock.now += 1_000;
      const { id, slug } = await harness.newModel();
      await send('put', `/api/favourites/${slug}`, token);
      await harness
        .api()
        .put(`/api/models/${id}`)
        .set('authorization', harness.administrator)
        .send({ state: 'archived' });
    }
    expect((await pages('/api/favourites', token)).flat()).toMatchObject([{ slug: shown.slug }]);
  });

  test('continue by a cursor of the same subscriber and list alone', async () => {
    const [lea, tom] = await Promise.all([newSubscriber(), newSubscriber()]);
    for (let index = 0; index < 2; index += 1) {
      const { slug } = await harness.newModel();
      for (const { token } of [lea, tom]) await send('put', `/api/favourites/${slug}`, token);
    }
    const { headers } = await harness.api().get('/api/favourites?limit=1').set('authorization', lea.token);
    const search = /\?([^>]*)>/.exec(headers.link ?? '')?.[1] ?? '';
    expect((await send('get', `/api/favourites?${search}`, tom.token)).status).toBe(400);
    expect((await send('get', `/api/likes?${search}`, lea.token)).status).toBe(400);
    for (const query of ['cursor=x', 'limit=0', 'limit=201', 'cursor='])
      expect((await send('get', `/api/favourites?${query}`, lea.token)).status).toBe(400);
  });
});

describe('the export of the catalogue', () => {
  test('holds the marks of the subscriber alone, and none after the erasure', async () => {
    const model = await harness.newModel();
    const [lea, tom] = await Promise.all([newSubscriber(), newSubscriber()]);
    await send('put', `/api/likes/${model.slug}`, lea.token);
    await send('put', `/api/favourites/${model.slug}`, lea.token);
    await send('put', `/api/favourites/${model.slug}`, tom.token);
    const mark = { model_id: model.id, since: expect.any(String) as unknown };
    const exported = async (token: string) => (await send('get', '/api/account/data/catalogue', token)).body;
    expect(await exported(lea.token)).toEqual({ likes: [mark], favourites: [mark] });
    await harness.send('subscriber.erased', { id: lea.id });
    expect(await exported(lea.token)).toEqual({ likes: [], favourites: [] });
    expect(await exported(tom.token)).toEqual({ likes: [], favourites: [mark] });
  });
});

describe('marks', () => {
  test('are rejected on an unknown model with 404, and without a subscriber with 401 and 403', async () => {
    const { slug } = await harness.newModel();
    const { token } = await newSubscriber();
    for (const path of ['/api/likes', '/api/favourites']) {
      expect((await send('put', `${path}/personne`, token)).status).toBe(404);
      expect((await send('put', `${path}/${slug}`)).status).toBe(401);
      expect((await send('put', `${path}/${slug}`, harness.administrator)).status).toBe(403);
      expect((await send('get', path)).status).toBe(401);
    }
    expect(await likesOf(slug)).toBe(0);
  });

  test('go with the subscriber who is erased', async () => {
    const { slug } = await harness.newModel({ likes_count: 5 });
    const { id, token } = await newSubscriber();
    await send('put', `/api/likes/${slug}`, token);
    await send('put', `/api/favourites/${slug}`, token);
    await harness.send('subscriber.erased', { id });
    expect(await likesOf(slug)).toBe(5);
    expect((await send('get', '/api/favourites', token)).body).toEqual([]);
    expect((await send('get', '/api/likes', token)).body).toEqual([]);
  });
});
