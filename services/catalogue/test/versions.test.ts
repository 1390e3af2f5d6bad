import type { EventData } from 'contracts/events';
import { parseMediaList } from 'contracts/media-items';
import type { ModelVersion, ModelView } from 'contracts/models';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const save = async (model: ModelView, body: object, authorization = harness.administrator): Promise<ModelView> => {
  const path = model.affiliate_slug
    ? `/api/affiliates/${model.affiliate_slug}/models/${model.id}`
    : `/api/models/${model.id}`;
  return (await harness.api().put(path).set('authorization', authorization).send(body).expect(200)).body as ModelView;
};
const preview = (id: string, edition: number | string, authorization = harness.administrator) =>
  harness.api().get(`/api/models/${id}/versions/${edition}`).set('authorization', authorization);
const restore = (id: string, edition: number, ifMatch: number, authorization = harness.administrator) =>
  harness
    .api()
    .post(`/api/models/${id}/versions/${edition}/restore`)
    .set({ authorization, 'if-match': `"${ifMatch}"` });
const storedOf = (modelId: string) => harness.mongo.connection.collection('model_versions').countDocuments({ modelId });

describe('the versions of a model', () => {
  test('previews and restores a former version as a new edition, which the trail names', async () => {
    const model = await harness.newModel({ name: 'Nina', bio: 'Première', age: 25 });
    expect(model.edit_revision).toBe(1);
    await save(model, { name: 'Lina', bio: 'Seconde', state: 'draft' });
    const version = (await preview(model.id, 1).expect(200)).body as ModelVersion;
    expect(version).toEqual({
      edit_revision: 2,
      missing_files: 0,
      changes: [
        { field: 'name', before: 'Lina', after: 'Nina' },
        { field: 'bio', before: 'Seconde', after: 'Première' },
      ],
    });
    const restored = (await restore(model.id, 1, 2).expect(200)).body as ModelView;
    // Restoring a text changes neither the live state nor the publication.
    expect(restored).toMatchObject({ name: 'Nina', bio: 'Première', state: 'draft', edit_revision: 3 });
    const last = (await harness.publishedOf(model.id)).at(-1)?.data as EventData<'model.updated'>;
    expect(last.editRevision).toBe(3);
    expect(last.changes).toEqual([{ field: 'restored_version', after: 1 }, ...version.changes]);
    // The replaced edition can be restored too.
    expect(((await preview(model.id, 2).expect(200)).body as ModelVersion).changes).toHaveLength(2);
  });

  test('rejects a restore over an edition that was not read, and writes nothing', async () => {
    const model = await harness.newModel({ bio: 'Première' });
    await save(model, { bio: 'Seconde' });
    await save(model, { bio: 'Troisième' });
    expect((await restore(model.id, 1, 2).expect(409)).body).toMatchObject({ code: 'EDIT_CONFLICT' });
    expect((await harness.read(model.slug, harness.administrator)).bio).toBe('Troisième');
  });

  test('raises no edition by a save that changes nothing, and publishes and stores nothing', async () => {
    const owner = await harness.newAffiliate();
    const slug = `model-${crypto.randomUUID().slice(0, 8)}`;
    const photo = await harness.newAsset('photo', slug, { uploader: owner.id });
    const later = await harness.newAsset('photo', slug, { uploader: owner.id });
    const publishAt = new Date(harness.clock.now + 3_600_000).toISOString();
    const items = [photo.item(), { ...later.item(), publishAt }];
    const model = await harness.newModel(
      { slug, bio: 'Première', photo_items: JSON.stringify(items) },
      owner.token,
      `/api/affiliates/${owner.slug}/models`,
    );
    const events = (await harness.publishedOf(model.id)).length;
    const { affiliate_slug: _owner, ...full } = await harness.read(slug, owner.token);
    for (let time = 0; time < 3; time += 1) expect(await save(model, full, owner.token)).toEqual(model);
    await harness
      .api()
      .post(`/api/models/${model.id}/reset-live-override`)
      .set('authorization', harness.administrator)
      .expect(200);
    await harness
      .api()
      .put(`/api/models/${model.id}/featured`)
      .set('authorization', harness.administrator)
      .send({ is_featured: false });
    expect(await harness.publishedOf(model.id)).toHaveLength(events);
    expect(await storedOf(model.id)).toBe(0);
    // The edition that the other editor has read is still the present one.
    const changed = await harness
      .api()
      .put(`/api/models/${model.id}`)
      .set({ authorization: harness.administrator, 'if-match': '"1"' })
      .send({ bio: 'Seconde' });
    expect(changed.body).toMatchObject({ bio: 'Seconde', edit_revision: 2 });
  });

  test('finds no version that never was, and none of a deleted model', async () => {
    const model = await harness.newModel({ bio: 'Première' });
    await save(model, { bio: 'Seconde' });
    expect((await preview(model.id, 7).expect(404)).body).toMatchObject({ code: 'VERSION_NOT_FOUND' });
    await preview(model.id, 'x').expect(400);
    expect(((await preview(model.id, 2).expect(200)).body as ModelVersion).changes).toEqual([]);
    expect(await storedOf(model.id)).toBe(1);
    await harness.api().delete(`/api/models/${model.id}`).set('authorization', harness.administrator).expect(200);
    expect((await preview(model.id, 1).expect(404)).body).toMatchObject({ code: 'MODEL_NOT_FOUND' });
    expect(await storedOf(model.id)).toBe(0);
  });

  test('opens versions to the owner alone, and leaves the redirection to the administrator', async () => {
    const [owner, other] = [await harness.newAffiliate(), await harness.newAffiliate()];
    const model = await harness.newModel({ bio: 'Première' }, owner.token, `/api/affiliates/${owner.slug}/models`);
    const change = (body: object) =>
      harness.api().put(`/api/models/${model.id}`).set('authorization', harness.administrator).send(body).expect(200);
    await change({ bio: 'Seconde', adexico_base_url: 'https://pay.example/house' });
    for (const call of [preview(model.id, 1, other.token), restore(model.id, 1, 2, other.token)])
      expect((await call.expect(403)).body).toMatchObject({ code: 'FORBIDDEN' });
    await harness.api().get(`/api/models/${model.id}/versions/1`).expect(401);
    expect(((await preview(model.id, 1, owner.token).expect(200)).body as ModelVersion).changes).toEqual([
      { field: 'bio', before: 'Seconde', after: 'Première' },
    ]);
    const restored = (await restore(model.id, 1, 2, owner.token).expect(200)).body as ModelView;
    expect(restored).toMatchObject({ bio: 'Première', adexico_base_url: 'https://pay.example/house' });
    const { body } = await preview(model.id, 1).expect(200);
    expect((body as ModelVersion).changes).toEqual([
      { field: 'adexico_base_url', before: 'https://pay.example/…', after: '' },
    ]);
    const old = await harness.oldTokenOf({ role: 'administrator', id: 'main' });
    expect((await restore(model.id, 1, 3, old).expect(403)).body).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
  });

  test('restores lists without files that were deleted since, and counts them', async () => {
    const slug = `model-${crypto.randomUUID().slice(0, 8)}`;
    const [first, second] = [await harness.newAsset('photo', slug), await harness.newAsset('photo', slug)];
    const items = [first.item(), second.item()];
    const model = await harness.newModel({ slug, photo_items: JSON.stringify(items) });
    await save(model, { photo_items: '[]' });
    await harness.send('asset.deleted', { id: second.id, modelSlug: slug, modelId: model.id });
    const version = (await preview(model.id, 1).expect(200)).body as ModelVersion;
    expect(version).toMatchObject({
      missing_files: 1,
      changes: [{ field: 'photo_items', before: 0, after: '1 (1\u00a0verrouillée, 3\u00a0likes)' }],
    });
    const restored = (await restore(model.id, 1, 2).expect(200)).body as ModelView;
    expect(parseMediaList(restored.photo_items).map(({ filename }) => filename)).toEqual([first.filename]);
  });

  test('retains the last fifty versions', async () => {
    const model = await harness.newModel({ age: 20 });
    for (let edition = 1; edition <= 52; edition += 1) await save(model, { age: 20 + edition });
    expect(await storedOf(model.id)).toBe(50);
    await preview(model.id, 2).expect(404);
    await preview(model.id, 3).expect(200);
  });
});
