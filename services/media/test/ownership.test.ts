import { itemPath } from 'contracts/media';
import type { EventData } from 'contracts/events';
import { eventually } from 'testing/eventually';
import { jpeg } from './fixtures.ts';
import { sendForm } from './form.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';
import { createTusClient } from './tus.ts';

let media: MediaHarness;
let photo: Buffer;
beforeAll(async () => {
  [media, photo] = await Promise.all([startMedia({ lingerMs: 200 }), jpeg()]);
});
afterAll(() => media.stop());

const upload = async (viewer: Known, slug: string) => {
  const { status, body } = await media.upload(viewer, slug, photo);
  expect(status).toBe(201);
  return { id: idIn(body.filename), filename: body.filename as string };
};
const call = async (method: 'get' | 'delete', viewer: Known, slug: string, filename: string) =>
  media.api[method](`/api/upload/${method === 'get' ? 'state' : 'delete'}/${slug}/${filename}`).set(
    'authorization',
    await media.bearer(viewer),
  );
const stateOf = async (viewer: Known, slug: string, filename: string) =>
  (await call('get', viewer, slug, filename)).status;
const open = async (viewer: Known, id: string) =>
  (await media.api.get(media.sign(itemPath(id, '640.webp'), viewer)).set('authorization', await media.bearer(viewer)))
    .status;
const modelIdOf = async (id: string) =>
  (await media.postgres.query<{ model_id: string | null }>('select model_id from assets where id = $1', [id])).rows[0]
    ?.model_id;
const locked = (id: string) => ({ id, access: 'locked' as const });
/** Renames a model, as the catalogue reports it. */
const rename = (model: EventData<'model.created'>, slug: string, changes: Partial<EventData<'model.created'>> = {}) =>
  media.model({ ...model, slug, previousSlugs: [model.slug], ...changes }, 'model.updated');
/** Begins a resumable upload of the photo. @returns its path */
const begin = async (viewer: Known, modelSlug: string) => {
  const client = createTusClient(await media.bearer(viewer));
  const { headers } = await client.create(media.url, photo.length, { fileType: 'photos', modelSlug });
  return { client, url: `${media.url}${String(headers.location)}` };
};

describe('a former slug', () => {
  test('grants its former owner neither state, deletion nor sight of the files uploaded for the slug since', async () => {
    const former = newAffiliate();
    const slug = newSlug();
    const own = await media.model({ affiliateId: former.id, slug });
    const newer = newSlug();
    await rename(own, newer);
    for (const [owner, uploader] of [
      [null, ADMINISTRATOR],
      [newAffiliate(), ADMINISTRATOR],
    ] as const) {
      const holder = await media.model({ slug, affiliateId: owner?.id ?? null });
      const { id, filename } = await upload(uploader, slug);
      for (const method of ['get', 'delete'] as const) {
        expect(await call(method, former, newer, filename)).toMatchObject({
          status: 404,
          body: { code: 'FILE_NOT_FOUND' },
        });
        expect(await call(method, former, slug, filename)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      }
      // Not even if one of the former owner's models lists them.
      await rename(own, newer, { assets: [{ id, access: 'unlocked' }] });
      expect(await open(former, id)).toBe(403);
      expect(await stateOf(ADMINISTRATOR, slug, filename)).toBe(200);
      await media.consume('model.deleted', { id: holder.id, slug, assets: [] });
    }
  });

  test('leads nowhere, while the files stay with their model under its present slug', async () => {
    const owner = newAffiliate();
    const model = await media.model({ affiliateId: owner.id });
    const { filename } = await upload(owner, model.slug);
    const slug = newSlug();
    await rename(model, slug);
    expect(await stateOf(owner, slug, filename)).toBe(200);
    for (const viewer of [owner, ADMINISTRATOR]) expect(await stateOf(viewer, model.slug, filename)).toBe(404);
    expect((await call('delete', owner, slug, filename)).status).toBe(200);
  });

  test('does not take an upload from the model that has the slug now when the events of both arrive in the wrong order', async () => {
    const former = await media.model();
    const holder = await media.model({ slug: former.slug });
    const { id } = await upload(ADMINISTRATOR, former.slug);
    await rename(former, newSlug());
    expect(await modelIdOf(id)).toBe(holder.id);
  });
});

describe('a model’s file', () => {
  test('is managed by its owner and the administrator, whichever of them uploaded it', async () => {
    const owner = newAffiliate();
    const model = await media.model({ affiliateId: owner.id });
    for (const uploader of [owner, ADMINISTRATOR])
      for (const viewer of [owner, ADMINISTRATOR]) {
        const { id, filename } = await upload(uploader, model.slug);
        expect((await media.eventsOf(id))[0]).toMatchObject({
          name: 'asset.uploaded',
          data: { modelId: model.id, modelSlug: model.slug, uploaderAffiliateId: uploader === owner ? owner.id : null },
        });
        expect([await stateOf(viewer, model.slug, filename), await open(viewer, id)]).toEqual([200, 200]);
        expect((await call('delete', viewer, model.slug, filename)).status).toBe(200);
        expect((await media.eventsOf(id)).at(-1)).toMatchObject({ name: 'asset.deleted', data: { modelId: model.id } });
      }
  });

  test('is not taken over by another model of the same owner that lists it', async () => {
    const owner = newAffiliate();
    const [model, other] = [await media.model({ affiliateId: owner.id }), await media.model({ affiliateId: owner.id })];
    const { id, filename } = await upload(owner, model.slug);
    await media.model({ ...other, assets: [{ id, access: 'unlocked' }] }, 'model.updated');
    expect(await modelIdOf(id)).toBe(model.id);
    expect(await stateOf(owner, other.slug, filename)).toBe(404);
    expect((await media.api.get(itemPath(id, '640.webp'))).status).toBe(401);
  });

  test('is rejected with 404 when its model is deleted while the file arrives, and leaves nothing behind', async () => {
    const before = await media.files();
    const model = await media.model();
    const body = (async function* () {
      yield photo.subarray(0, 500);
      await eventually(async () => (await media.filesIn('incoming')).length === 1, 'the file begins to arrive');
      await media.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] });
      yield photo.subarray(500);
    })();
    const response = await sendForm({
      url: `${media.url}/api/upload/photos/${model.slug}`,
      field: 'file',
      content: body,
      authorization: await media.bearer(ADMINISTRATOR),
    });
    expect(response).toMatchObject({ status: 404, body: { code: 'MODEL_NOT_FOUND' } });
    expect(await media.files()).toEqual(before);
  });
});

describe('a draft', () => {
  test.each([
    ['an affiliate', newAffiliate()],
    ['the administrator', ADMINISTRATOR],
  ] as const)(
    'of %s becomes the file of the model that its uploader saves under the slug, and stays it',
    async (_who, uploader) => {
      const slug = newSlug();
      const { id, filename } = await upload(uploader, slug);
      expect((await media.eventsOf(id))[0]?.data).toMatchObject({ modelId: null, modelSlug: slug });
      expect(await stateOf(uploader, slug, filename)).toBe(200);

      const model = await media.model({
        slug,
        affiliateId: uploader.role === 'affiliate' ? uploader.id : null,
        assets: [locked(id)],
      });
      expect((await media.eventsOf(id)).at(-1)).toMatchObject({ name: 'asset.bound', data: { id, modelId: model.id } });
      const subscriber = newSubscriber();
      await media.pays(subscriber, Date.now() + 60_000);
      expect(await open(subscriber, id)).toBe(200);

      const newer = newSlug();
      await rename(model, newer, { assets: [locked(id)] });
      await media.model({ slug, affiliateId: newAffiliate().id });
      expect(await stateOf(uploader, newer, filename)).toBe(200);
      expect(await modelIdOf(id)).toBe(model.id);
    },
  );

  test('becomes the file of a model that uses it, although the event about the model’s former slug never arrived', async () => {
    const owner = newAffiliate();
    const slug = newSlug();
    const { id } = await upload(owner, slug);
    const model = await media.model({
      slug: newSlug(),
      previousSlugs: [slug],
      affiliateId: owner.id,
      assets: [locked(id)],
    });
    expect(await modelIdOf(id)).toBe(model.id);
  });

  test.each([
    ['another affiliate', newAffiliate(), newAffiliate()],
    ['an affiliate, of the administrator', ADMINISTRATOR, newAffiliate()],
    ['the administrator, of an affiliate', newAffiliate(), ADMINISTRATOR],
  ] as const)('grants nothing when the slug is taken by %s', async (_who, uploader, taker) => {
    const slug = newSlug();
    const { id, filename } = await upload(uploader, slug);
    await media.model({
      slug,
      affiliateId: taker.role === 'affiliate' ? taker.id : null,
      assets: [{ id, access: 'unlocked' }],
    });
    expect(await modelIdOf(id)).toBeNull();
    expect((await media.api.get(itemPath(id, '640.webp'))).status).toBe(401);
    if (taker.role === 'affiliate') {
      for (const method of ['get', 'delete'] as const)
        expect((await call(method, taker, slug, filename)).status).toBe(403);
      expect(await open(taker, id)).toBe(403);
    }
    if (uploader.role === 'affiliate') expect((await media.upload(uploader, slug, photo)).status).toBe(403);
    expect(await open(uploader, id)).toBe(200);
  });

  test('is bound however an upload and the saving of its model interleave', async () => {
    for (let round = 0; round < 15; round += 1) {
      const owner = newAffiliate();
      const slug = newSlug();
      const [{ id }, model] = await Promise.all([upload(owner, slug), media.model({ slug, affiliateId: owner.id })]);
      expect(await modelIdOf(id)).toBe(model.id);
    }
  });
});

describe('a resumable upload', () => {
  test('gives a resumable upload that began as a draft to the model saved meanwhile, also after its renaming', async () => {
    const owner = newAffiliate();
    const slug = newSlug();
    const { client, url } = await begin(owner, slug);
    expect((await client.patch(url, 0, photo.subarray(0, 500))).status).toBe(204);
    const model = await media.model({ slug, affiliateId: owner.id });
    const newer = newSlug();
    await rename(model, newer);
    await media.model({ slug, affiliateId: newAffiliate().id });
    const { status, body } = await client.patch(url, 500, photo.subarray(500));
    expect(status).toBe(200);
    expect(await modelIdOf(idIn(String(body.filename)))).toBe(model.id);
    expect(await stateOf(owner, newer, String(body.filename))).toBe(200);
  });

  test('ends with its model', async () => {
    const owner = newAffiliate();
    const model = await media.model({ affiliateId: owner.id });
    const { client, url } = await begin(owner, model.slug);
    await media.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] });
    expect(await client.patch(url, 0, photo)).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } });
  });
});
