import { filenameOf, itemPath, publicPath } from 'contracts/media';
import sharp from 'sharp';
import { board, jpeg, telephonePhoto } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newSlug, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';

let media: MediaHarness;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

/** Fetches a rendition's bytes as the administrator. */
const fetched = async (path: string): Promise<Buffer> => {
  const response = await media.api
    .get(media.sign(path, ADMINISTRATOR))
    .set('authorization', await media.bearer(ADMINISTRATOR))
    .buffer(true)
    .expect(200);
  return response.body as Buffer;
};
const uploaded = async (picture: Buffer): Promise<string> => {
  const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), picture);
  expect(status).toBe(201);
  return idIn(body.filename);
};
const blurOf = async (id: string): Promise<Buffer> => {
  const processed = (await media.eventsOf(id)).find(({ name }) => name === 'asset.processed');
  const { blurId } = processed?.data as { blurId: string };
  return (await media.api.get(`/uploads/blur/${blurId}.webp`).buffer(true).expect(200)).body as Buffer;
};

describe('A photo', () => {
  test('is ready in three widths of WebP, and published as uploaded and then as processed', async () => {
    const id = await uploaded(await jpeg(1600, 1000));
    for (const width of [320, 640, 1280])
      expect(await sharp(await fetched(itemPath(id, `${width}.webp`))).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: (width * 1000) / 1600,
      });

    const [first, second, ...more] = await media.eventsOf(id);
    expect(first).toMatchObject({
      name: 'asset.uploaded',
      revision: 1,
      actor: { role: 'administrator' },
      data: { id, kind: 'photo', uploaderAffiliateId: null },
    });
    expect(second).toMatchObject({
      name: 'asset.processed',
      revision: 2,
      data: { id, kind: 'photo', width: 1280, height: 800, durationMs: null },
    });
    expect((second?.data as { placeholder: string }).placeholder).toMatch(/^[\w+/]{20,}=*$/);
    expect(more).toEqual([]);
  });

  test('never enlarges one that is narrower than the renditions', async () => {
    const id = await uploaded(await jpeg(200, 100));
    for (const width of [320, 640, 1280])
      expect(await sharp(await fetched(itemPath(id, `${width}.webp`))).metadata()).toMatchObject({
        width: 200,
        height: 100,
      });
  });

  test('is turned upright, without the place and owner in its metadata', async () => {
    const picture = await telephonePhoto();
    expect(picture.includes('Secret Owner')).toBe(true);
    const rendition = await fetched(itemPath(await uploaded(picture), '1280.webp'));
    const { width, height, exif, xmp, icc, orientation } = await sharp(rendition).metadata();
    expect({ width, height, exif, xmp, icc, orientation }).toEqual({
      width: 100,
      height: 200,
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      orientation: undefined,
    });
    const { data } = await sharp(rendition)
      .extract({ left: 50, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(180);
    expect(data[2]).toBeLessThan(80);
    expect(rendition.includes('Secret Owner')).toBe(false);
  });

  test('has a tiny blurred picture without any detail', async () => {
    const blurred = await blurOf(await uploaded(await jpeg(1600, 1000)));
    expect(blurred.length).toBeLessThan(2_000);
    const { data, info } = await sharp(blurred).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeLessThanOrEqual(48);
    // The board's 215 levels of contrast have become one grey.
    const middle = [...data].filter((_, at) => at % info.width > 8 && at % info.width < info.width - 8);
    expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(40);
  });

  test.each(['png', 'webp', 'avif', 'gif'] as const)('accepts %s under any name', async (format) => {
    const picture = await board(120, 80)
      .toFormat(format, format === 'avif' ? { effort: 0 } : {})
      .toBuffer();
    const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), picture, { name: 'holiday.txt' });
    expect(status).toBe(201);
    expect(body.filename).toBe(filenameOf(idIn(body.filename), 'photo'));
  });

  test('processes each of several that arrive at once', async () => {
    const picture = await jpeg(400, 300);
    const ids = await Promise.all(Array.from({ length: 6 }, () => uploaded(picture)));
    expect(new Set(ids).size).toBe(6);
  });

  test('leaves nothing where uploads arrive', async () => {
    expect(await media.filesIn('incoming')).toEqual([]);
  });
});

describe('Avatars and covers', () => {
  test('returns the public path of an avatar, which needs no signature', async () => {
    const { status, body } = await media.api
      .post(`/api/upload/avatar/${newSlug()}`)
      .set('authorization', await media.bearer(ADMINISTRATOR))
      .attach('avatar_image', await jpeg(800, 800), 'me.jpg');
    expect(status).toBe(201);
    expect(body).toEqual({ filePath: publicPath(idIn(body.filePath), '384.webp') });
    const avatar = await media.api.get(`${body.filePath}?v=3`).buffer(true).expect(200);
    expect(avatar.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(await sharp(avatar.body as Buffer).metadata()).toMatchObject({ width: 384, height: 384 });
    expect((await media.api.get(body.filePath)).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('returns the widest rendition of a cover image', async () => {
    const { status, body } = await media.api
      .post(`/api/upload/cover-image/${newSlug()}`)
      .set('authorization', await media.bearer(ADMINISTRATOR))
      .attach('cover_image', await jpeg(640, 400), 'cover.png');
    expect(status).toBe(201);
    expect(body).toEqual({ filePath: publicPath(idIn(body.filePath), '1280.webp') });
    await media.api
      .get(body.filePath)
      .expect(200)
      .expect('content-type', 'image/webp')
      .expect('x-content-type-options', 'nosniff')
      .expect('content-disposition', /^inline; filename="\d+\.webp"$/)
      .expect('cross-origin-resource-policy', 'same-origin');
  });
});
