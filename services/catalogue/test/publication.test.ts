import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { parseMediaList } from 'contracts/media-items';
import { MODEL_STATES } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const get = (path: string, authorization?: string) => {
  const call = harness.api().get(path);
  return authorization ? call.set('authorization', authorization) : call;
};
const listed = async (path: string, authorization?: string) => {
  const response = await get(path, authorization);
  expect([path, response.status]).toEqual([path, 200]);
  return (response.body as ModelView[]).map(({ slug }) => slug);
};
const save = (id: string, body: object, authorization = harness.administrator) =>
  harness.api().put(`/api/models/${id}`).set('authorization', authorization).send(body);
const newSubscriber = () => harness.paidSubscriber();

describe('the state of a model', () => {
  test('is published where a call sends none, and for a document of a former version', async () => {
    const { id, slug } = await harness.newModel();
    await harness.mongo.connection
      .collection<{ _id: string }>('models')
      .updateOne({ _id: id }, { $unset: { state: 1 } });
    expect((await harness.read(slug, harness.administrator)).state).toBe('published');
    expect(await listed('/api/models')).toContain(slug);
    expect(await listed('/api/models?state=published', harness.administrator)).toContain(slug);
  });

  test('stays as it is in a save that does not send it, and accepts no other value', async () => {
    const { id, slug } = await harness.newModel({ state: 'draft' });
    await save(id, { name: 'Autre' }).expect(200);
    expect((await harness.read(slug, harness.administrator)).state).toBe('draft');
    for (const state of ['hidden', '', null, 1, ['draft']]) await save(id, { state }).expect(400);
  });

  test('is changed by the owning affiliate, and by no other', async () => {
    const [owner, other] = [await harness.newAffiliate(), await harness.newAffiliate()];
    const path = `/api/affiliates/${owner.slug}/models`;
    const { id, slug } = await harness.newModel({ state: 'draft' }, owner.token, path);
    const change = (of: typeof owner) =>
      harness
        .api()
        .put(`/api/affiliates/${of.slug}/models/${id}`)
        .set('authorization', of.token)
        .send({ state: 'published' });
    await change(other).expect(403);
    await get(`/api/models/${slug}`).expect(404);
    await change(owner).expect(200);
    await get(`/api/models/${slug}`).expect(200);
  });

  test('is shown to the owner and the administrator alone', async () => {
    const { slug } = await harness.newModel();
    expect(await harness.read(slug)).not.toHaveProperty('state');
  });
});

describe.each(['draft', 'archived'] as const)('a model that is %s', (state) => {
  const newHidden = async () => {
    const owner = await harness.newAffiliate();
    const path = `/api/affiliates/${owner.slug}/models`;
    const name = `Cachée ${randomUUID().slice(0, 8)}`;
    const model = await harness.newModel({ name, state, is_verified: true, likes_count: 4 }, owner.token, path);
    return { ...model, owner, path };
  };

  test('does not exist for visitors, subscribers and other affiliates', async () => {
    const { slug, path, owner, name } = await newHidden();
    const [paid, other] = [await newSubscriber(), await harness.newAffiliate()];
    for (const token of [undefined, paid.token, other.token]) {
      const response = await get(`/api/models/${slug}`, token);
      expect([response.status, (response.body as { code: string }).code]).toEqual([404, 'MODEL_NOT_FOUND']);
      expect(response.get('cache-control')).not.toContain('immutable');
      for (const query of ['', '?sort=newest', '?filter=verified', '?filter=new', '?filter=popular', '?sort=name'])
        expect(await listed(`/api/models${query}`, token)).not.toContain(slug);
      expect(await listed(`/api/models?${new URLSearchParams({ q: name })}`, token)).toEqual([]);
    }
    await get(path, other.token).expect(403);
    await get(path, paid.token).expect(403);
    const whole = await get('/api/models?limit=1');
    const all = await get('/api/models?limit=1', harness.administrator);
    expect(Number(all.get('x-total-count'))).toBeGreaterThan(Number(whole.get('x-total-count')));
    expect(owner.slug).not.toBe(other.slug);
  });

  test('is listed and read by its owner and the administrator', async () => {
    const { slug, path, owner } = await newHidden();
    for (const token of [owner.token, harness.administrator])
      expect(await harness.read(slug, token)).toMatchObject({ slug, state });
    expect(await listed(path, owner.token)).toEqual([slug]);
    expect(await listed(path, harness.administrator)).toEqual([slug]);
    expect(await listed(`/api/models?sort=newest`, harness.administrator)).toContain(slug);
    for (const wanted of MODEL_STATES)
      expect(await listed(`${path}?state=${wanted}`, owner.token)).toEqual(wanted === state ? [slug] : []);
  });

  test('is not led to by its former slug', async () => {
    const { id, slug, owner } = await newHidden();
    await save(id, { slug: `${slug}-2` }).expect(200);
    await get(`/api/models/${slug}`).expect(404);
    await get(`/api/models/${slug}`, (await newSubscriber()).token).expect(404);
    await get(`/api/models/${slug}`, owner.token).expect(301);
  });

  test('is in no part of the sitemap', async () => {
    const { slug } = await newHidden();
    const open = await harness.newModel();
    const { slugs } = (await get('/internal/sitemap/1')).body as { slugs: string[] };
    expect(slugs).toContain(open.slug);
    expect(slugs).not.toContain(slug);
  });

  test('cannot be liked or made a favourite, and leaves the favourites of subscribers', async () => {
    const { slug, id } = await harness.newModel();
    const { token } = await newSubscriber();
    const put = (mark: string) => harness.api().put(`/api/${mark}/${slug}`).set('authorization', token);
    await put('favourites').expect(200);
    await put('likes').expect(200);
    await save(id, { state }).expect(200);
    await put('favourites').expect(404);
    await put('likes').expect(404);
    expect(await listed('/api/favourites', token)).toEqual([]);
    expect((await get('/api/likes', token)).body).toEqual([]);
    await save(id, { state: 'published' }).expect(200);
    expect(await listed('/api/favourites', token)).toEqual([slug]);
  });

  test('announces no live, and ends a running one when it is hidden', async () => {
    const base = { live_schedule_start: '12:00', live_schedule_end: '13:00' };
    const silent = await harness.newModel({ ...base, state, is_live: true });
    const lives = async (id: string) =>
      (await harness.publishedOf(id)).map(({ name }) => name).filter((name) => name.startsWith('live.'));
    expect(await lives(silent.id)).toEqual([]);
    await save(silent.id, { state: 'published' }).expect(200);
    expect(await lives(silent.id)).toEqual(['live.started']);
    await save(silent.id, { state }).expect(200);
    expect(await lives(silent.id)).toEqual(['live.started', 'live.ended']);
    await save(silent.id, { is_live: false }).expect(200);
    expect(await lives(silent.id)).toEqual(['live.started', 'live.ended']);
    expect(await listed('/api/models?filter=live')).not.toContain(silent.slug);
  });

  test('is announced as hidden, so that media, billing and identity close it', async () => {
    const { id } = await newHidden();
    await save(id, { state: 'published' }).expect(200);
    const facts = (await harness.publishedOf(id)).map(({ data }) => data as EventData<'model.updated'>);
    expect(facts.map(({ isHidden }) => isHidden)).toEqual([true, false]);
    expect(facts[1]?.changes).toEqual([{ field: 'state', before: state, after: 'published' }]);
  });

  test('gives its owner signed addresses of unlocked items, and pictures that are not public', async () => {
    const { id, slug, owner } = await newHidden();
    const photo = await harness.newAsset('photo', slug, { uploader: owner.id, modelId: id });
    const avatar = await harness.newAsset('avatar', slug, { uploader: owner.id, modelId: id });
    await save(id, {
      photo_items: JSON.stringify([photo.item(false)]),
      avatar_image: `/uploads/public/${avatar.id}/384.webp`,
    }).expect(200);
    const seen = await harness.read(slug, owner.token);
    const [item] = parseMediaList(seen.photo_items);
    expect(item?.filePath).toMatch(/^\/uploads\/items\/.+\?.*(?:sig|signature)/);
    expect(seen.avatar_image).toMatch(new RegExp(`^/uploads/private/${avatar.id}/384\\.webp\\?v=\\d+$`));
    // A save of the form returns the private address of the same picture.
    const saved = await save(id, { avatar_image: seen.avatar_image, state: 'published' });
    expect((saved.body as ModelView).avatar_image).toMatch(new RegExp(`^/uploads/public/${avatar.id}/384\\.webp`));
    expect((saved.body as ModelView).avatar_version).toBe(seen.avatar_version);
  });
});

describe('the preview', () => {
  test('shows owner and administrator what a visitor would see, and 404 to all others', async () => {
    const [owner, other] = [await harness.newAffiliate(), await harness.newAffiliate()];
    const path = `/api/affiliates/${owner.slug}/models`;
    const { id, slug } = await harness.newModel({ state: 'draft', lives_count: 2 }, owner.token, path);
    const [locked, unlocked] = [
      await harness.newAsset('photo', slug, { uploader: owner.id, modelId: id }),
      await harness.newAsset('photo', slug, { uploader: owner.id, modelId: id }),
    ];
    await save(id, { photo_items: JSON.stringify([locked.item(), unlocked.item(false)]) }).expect(200);
    for (const token of [owner.token, harness.administrator]) {
      const response = await get(`/api/models/${slug}?view=visitor`, token).expect(200);
      expect(response.get('cache-control')).toBe('private, no-store');
      const seen = response.body as ModelView;
      expect(seen).not.toHaveProperty('state');
      expect(seen).not.toHaveProperty('edit_revision');
      const [first, second] = parseMediaList(seen.photo_items);
      expect(first).toMatchObject({ isViewable: false, image: `/uploads/private/blur/${locked.blurId}.webp` });
      expect(JSON.stringify(first)).not.toContain(locked.id);
      expect(second).toMatchObject({ isViewable: true, image: expect.stringMatching(/\?/) as string });
    }
    for (const token of [undefined, other.token, (await newSubscriber()).token])
      await get(`/api/models/${slug}?view=visitor`, token).expect(404);
    // Another view returns no error, but the owner's own view.
    const owned = await get(`/api/models/${slug}?view=owner`, owner.token).expect(200);
    expect(owned.body).toMatchObject({ state: 'draft', edit_revision: expect.any(Number) as number });
  });
});

describe('the filter by state', () => {
  test('is the panels’ alone', async () => {
    const { token } = await newSubscriber();
    for (const state of MODEL_STATES) {
      await get(`/api/models?state=${state}`).expect(403);
      await get(`/api/models?state=${state}`, token).expect(403);
    }
    await get('/api/models?state=other', harness.administrator).expect(400);
  });
});
