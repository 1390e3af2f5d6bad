import { filenameOf, itemPath, originalPath } from 'contracts/media';
import type { UploadState } from 'contracts/media';
import { downloadName } from '../src/deliveries/download-name.ts';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import { film, jpeg, telephonePhoto } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

withEach([FOLDER, BUCKET], (driver) => {
  let media: MediaHarness;
  let clock: number;
  beforeAll(async () => {
    clock = Date.now();
    media = await startMedia({ clock: () => clock }, driver);
  });
  afterAll(() => media.stop());

  const NAME = 'Été « loge ».jpeg';
  const owner = newAffiliate();
  /** Creates a locked photo of a model of `owner`, uploaded unchanged. */
  const sentPhoto = async () => {
    const [model, content] = [{ id: crypto.randomUUID(), slug: newSlug(), affiliateId: owner.id }, await jpeg()];
    await media.model(model);
    const { status, body } = await media.upload(owner, model.slug, content, { name: NAME });
    expect(status).toBe(201);
    const { filename } = body as { filename: string };
    const id = idIn(filename);
    await media.model({ ...model, assets: [{ id, access: 'locked' }] }, 'model.updated');
    return { ...model, id, filename, content };
  };
  const addressFor = async (viewer: Known | null, slug: string, filename: string) =>
    media.api
      .get(`/api/upload/original/${slug}/${filename}`)
      .set(viewer ? { authorization: await media.bearer(viewer) } : {});
  const download = (address: string, headers: Record<string, string>) =>
    media.api.get(address).set(headers).redirects(0).buffer(true);

  test('are downloaded by owner and administrator as they were sent, with the link of a session', async () => {
    const { slug, filename, content } = await sentPhoto();
    for (const viewer of [owner, ADMINISTRATOR]) {
      const { filePath } = (await addressFor(viewer, slug, filename)).body as { filePath: string };
      const response = await download(filePath, { cookie: await media.cookie(viewer) });
      expect(response.status).toBe(200);
      expect((response.body as Buffer).equals(content)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename="${idIn(filename)}.jpg"; filename*=UTF-8''%C3%89t%C3%A9%20%C2%AB%20loge%20%C2%BB.jpeg`,
        'cache-control': 'private, no-store',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  test('are sent in parts', async () => {
    const { slug, filename, content } = await sentPhoto();
    const { filePath } = (await addressFor(owner, slug, filename)).body as { filePath: string };
    const cookie = await media.cookie(owner);
    const { status, body, headers } = await download(filePath, { cookie, range: 'bytes=5-' });
    expect([status, headers['content-range']]).toEqual([206, `bytes 5-${content.length - 1}/${content.length}`]);
    expect((body as Buffer).equals(content.subarray(5))).toBe(true);
    expect((await download(filePath, { cookie, range: `bytes=${content.length}-` })).status).toBe(416);
    expect((await media.api.post(filePath).set({ cookie })).status).toBe(405);
  });

  test('have no address for any other caller', async () => {
    const { slug, filename } = await sentPhoto();
    const subscriber = newSubscriber();
    await media.pays(subscriber, clock + 60_000);
    const elsewhere = { id: crypto.randomUUID(), slug: newSlug(), affiliateId: newAffiliate().id };
    await media.model(elsewhere);
    const statusOf = async (...call: Parameters<typeof addressFor>) => (await addressFor(...call)).status;
    expect({
      visitor: await statusOf(null, slug, filename),
      subscriber: await statusOf(subscriber, slug, filename),
      'another affiliate': await statusOf(newAffiliate(), slug, filename),
      'another affiliate by its own model': await statusOf(
        { role: 'affiliate', id: elsewhere.affiliateId, slug: 'studio' },
        elsewhere.slug,
        filename,
      ),
      'an unknown file': await statusOf(owner, slug, filenameOf(crypto.randomUUID(), 'photo')),
    }).toEqual({
      visitor: 401,
      subscriber: 403,
      'another affiliate': 403,
      'another affiliate by its own model': 404,
      'an unknown file': 404,
    });
  });

  test('are delivered to no other caller, whatever is signed', async () => {
    const { id } = await sentPhoto();
    const path = originalPath(id);
    const [subscriber, stranger] = [newSubscriber(), newAffiliate()];
    await media.pays(subscriber, clock + 60_000);
    const outcomes = {
      'without a signature': await download(path, { cookie: await media.cookie(owner) }),
      'without a session': await download(media.sign(path, owner, clock), {}),
      'with the session of another': await download(media.sign(path, owner, clock), {
        cookie: await media.cookie(stranger),
      }),
      'signed for a person who has paid': await download(media.sign(path, subscriber, clock), {
        cookie: await media.cookie(subscriber),
      }),
      'signed for another affiliate': await download(media.sign(path, stranger, clock), {
        cookie: await media.cookie(stranger),
      }),
      'with the signature of a rendition': await download(
        media.sign(itemPath(id, '640.webp'), owner, clock).replace(itemPath(id, '640.webp'), path),
        { cookie: await media.cookie(owner) },
      ),
      'after its end': await download(media.sign(path, owner, clock - 6 * 60_000), {
        cookie: await media.cookie(owner),
      }),
      'of an unknown file': await download(media.sign(originalPath(crypto.randomUUID()), owner, clock), {
        cookie: await media.cookie(owner),
      }),
      'of no id': await download('/uploads/originals/..%2Fsecret', { cookie: await media.cookie(owner) }),
    };
    expect(Object.fromEntries(Object.entries(outcomes).map(([what, { status }]) => [what, status]))).toEqual({
      'without a signature': 403,
      'without a session': 401,
      'with the session of another': 403,
      'signed for a person who has paid': 403,
      'signed for another affiliate': 403,
      'with the signature of a rendition': 403,
      'after its end': 403,
      'of an unknown file': 404,
      'of no id': 404,
    });
    for (const { headers } of Object.values(outcomes)) expect(headers['cache-control']).toBe('no-store');
  });

  test('go with the model that changes hands, and with the deletion', async () => {
    const { slug, filename, id, affiliateId, ...rest } = await sentPhoto();
    const { filePath } = (await addressFor(owner, slug, filename)).body as { filePath: string };
    const heir = newAffiliate();
    const { rows } = await media.postgres.query<{ model_id: string }>('select model_id from assets where id = $1', [
      id,
    ]);
    const modelId = rows[0]?.model_id ?? '';
    await media.model({ ...rest, id: modelId, slug, affiliateId: heir.id }, 'model.updated');
    expect(affiliateId).toBe(owner.id);
    expect((await download(filePath, { cookie: await media.cookie(owner) })).status).toBe(403);
    const address = ((await addressFor(heir, slug, filename)).body as { filePath: string }).filePath;
    expect((await download(address, { cookie: await media.cookie(heir) })).status).toBe(200);
    await media.api
      .delete(`/api/upload/delete/${slug}/${filename}`)
      .set('authorization', await media.bearer(heir))
      .expect(200);
    expect((await download(address, { cookie: await media.cookie(heir) })).status).toBe(404);
  });

  test('have their size, date and pixels in the state of the upload, upright', async () => {
    const slug = newSlug();
    const stateOf = async (filename: string) =>
      (
        await media.api
          .get(`/api/upload/state/${slug}/${filename}`)
          .set('authorization', await media.bearer(ADMINISTRATOR))
      ).body as UploadState;
    const [turned, clip] = [await telephonePhoto(), await film()];
    const photo = await media.upload(ADMINISTRATOR, slug, turned);
    const video = await media.upload(ADMINISTRATOR, slug, clip, { fileType: 'videos' });
    const state = await stateOf((photo.body as { filename: string }).filename);
    expect(state).toMatchObject({ bytes: turned.length, originalWidth: 100, originalHeight: 200 });
    const { rows } = await media.postgres.query<{ created_at: Date }>('select created_at from assets where id = $1', [
      idIn(state.filename),
    ]);
    expect(state.uploadedAt).toBe(rows[0]?.created_at.toISOString());
    const { filename } = video.body as { filename: string };
    expect(await stateOf(filename)).toMatchObject({ bytes: clip.length, originalWidth: 160, originalHeight: 90 });
    // The video waits for the worker; its original is already stored.
    const { filePath } = (await addressFor(ADMINISTRATOR, slug, filename)).body as { filePath: string };
    const response = await download(filePath, { authorization: await media.bearer(ADMINISTRATOR) });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'video/mp4']);
  });
});

describe('The name of a downloaded original', () => {
  const ID = '4f0f6e7a-53f5-4c1b-9d0c-0f4d0a6f7b21';
  test.each([
    ['keeps a fitting ending', 'Loge.JPEG', 'image/jpeg', 'Loge.JPEG'],
    ['gets the ending of its type', 'photo.exe', 'image/jpeg', 'photo.jpg'],
    ['gets one where there is none', 'photo', 'video/quicktime', 'photo.mov'],
    ['keeps points within', 'scene.2.final.mov', 'video/quicktime', 'scene.2.final.mov'],
    ['has no characters that file systems reject', 'a:b*c?"d".png', 'image/png', 'a-b-c--d-.png'],
    ['is not hidden', '.htaccess.png', 'image/png', 'htaccess.png'],
    ['is the id where nothing is left', ' . .webp', 'image/webp', `${ID}.webp`],
    ['is the id where it is unknown', null, 'video/matroska', `${ID}.mkv`],
  ])('%s', (_what, originalName, contentType, expected) => {
    expect(downloadName({ id: ID, originalName, contentType, key: '', bytes: 1, ownerAffiliateId: null })).toBe(
      expected,
    );
  });
});
