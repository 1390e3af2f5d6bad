import { publicPath } from 'contracts/media';
import { BUCKET, FOLDER, PRIVATE_BUCKET, withEach } from './drivers.ts';
import { film, jpeg } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newSlug, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';

const HOUR_MS = 3_600_000;
const PUBLIC_URL = 'https://coulisses.example';
/** Headers by which the gateway forwards the public address. */
const AT_PUBLIC_URL = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'coulisses.example' };
const ELSEWHERE = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'elsewhere.example' };

withEach([FOLDER, PRIVATE_BUCKET, BUCKET], (driver) => {
  let media: MediaHarness;
  let clock: number;
  let cover: string;
  let coverFilm: string;
  let blur: string;
  let locked: string;
  beforeAll(async () => {
    clock = Date.now();
    media = await startMedia({ clock: () => clock, publicUrl: PUBLIC_URL }, driver);
    const slug = newSlug();
    const authorization = await media.bearer(ADMINISTRATOR);
    const uploadCover = async (kind: 'image' | 'video', file: Buffer) => {
      const { body } = await media.api
        .post(`/api/upload/cover-${kind}/${slug}`)
        .set('authorization', authorization)
        .attach(`cover_${kind}`, file, 'file.bin')
        .expect(201);
      return idIn((body as { filePath: string }).filePath);
    };
    const coverId = await uploadCover('image', await jpeg());
    const filmId = await uploadCover('video', await film());
    const photoId = idIn((await media.upload(ADMINISTRATOR, slug, await jpeg())).body.filename as string);
    await media.work();
    const assets = [coverId, filmId].map((id) => ({ id, access: 'public' as const }));
    await media.model({ slug, assets: [...assets, { id: photoId, access: 'locked' }] });
    const processed = (await media.eventsOf(photoId)).find(({ name }) => name === 'asset.processed');
    cover = `${publicPath(coverId, '640.webp')}?v=1`;
    coverFilm = `${publicPath(filmId, '720.mp4')}?v=1`;
    blur = `/uploads/blur/${(processed?.data as { blurId: string }).blurId}.webp`;
    locked = `/uploads/items/${photoId}/640.webp`;
  });
  afterAll(() => media.stop());

  const get = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(media.url + path, { headers, redirect: 'manual' });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, cacheControl: response.headers.get('cache-control'), body };
  };

  test.each([
    ['a cover', () => cover],
    ['a film of a cover', () => coverFilm],
    ['a blurred picture', () => blur],
  ])('delivers the bytes of %s at one immutable address, whatever the hour', async (_what, path) => {
    const responses = [];
    for (const laterMs of [0, HOUR_MS, 30 * HOUR_MS]) {
      clock += laterMs;
      responses.push(await get(path(), AT_PUBLIC_URL));
    }
    const [first] = responses;
    expect(first?.body.length).toBeGreaterThan(0);
    expect(responses).toEqual(
      [1, 2, 3].map(() => ({ status: 200, cacheControl: 'public, max-age=31536000, immutable', body: first?.body })),
    );
  });

  test('delivers at another address than the configured one as before', async () => {
    expect((await get(cover, ELSEWHERE)).status).toBe(driver.isRedirecting ? 307 : 200);
  });

  test('delivers a locked photo as before, uncached', async () => {
    const authorization = await media.bearer(ADMINISTRATOR);
    const sent = await get(media.sign(locked, ADMINISTRATOR, clock), { ...AT_PUBLIC_URL, authorization });
    expect([sent.status, sent.cacheControl]).toEqual([driver.isRedirecting ? 307 : 200, 'private, no-store']);
    expect((await get(locked, AT_PUBLIC_URL)).status).toBe(401);
  });
});
