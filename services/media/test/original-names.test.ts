import { createLogger } from 'service-kit/logger';
import { film, jpeg } from './fixtures.ts';
import { sendForm } from './form.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';
import { createTusClient } from './tus.ts';

const NAME = 'Été à la loge – Jeanne.jpg';
let media: MediaHarness;
let photo: Buffer;
const lines: string[] = [];
beforeAll(async () => {
  [media, photo] = await Promise.all([
    startMedia({ logger: createLogger('media-test', 'trace', { write: (line: string) => void lines.push(line) }) }),
    jpeg(),
  ]);
});
afterAll(() => media.stop());

const stateOf = async (slug: string, filename: string) => {
  const response = await media.api
    .get(`/api/upload/state/${slug}/${filename}`)
    .set('authorization', await media.bearer(ADMINISTRATOR));
  expect(response.status).toBe(200);
  return response.body as { originalName?: string; hls?: string };
};
/** Uploads a photo under a name given as raw bytes. */
const nameAfter = async (sent: string) => {
  const slug = newSlug();
  const { status, body } = await sendForm({
    url: `${media.url}/api/upload/photos/${slug}`,
    field: 'file',
    filename: sent,
    content: [photo],
    authorization: await media.bearer(ADMINISTRATOR),
  });
  expect(status).toBe(201);
  return (await stateOf(slug, body.filename ?? '')).originalName;
};

describe('The original name of a file', () => {
  test.each([
    ['accents', NAME, NAME],
    ['folders of Windows', 'C:\\Users\\Jeanne\\loge.jpg', 'loge.jpg'],
    ['folders', '../../etc/passwd', 'passwd'],
    ['turned text', 'ab\u202egpj.exe', 'abgpj.exe'],
    ['three hundred characters', `${'😀'.repeat(300)}.jpg`, '😀'.repeat(255)],
    ['combined accents', 'e\u0301te\u0301.jpg', 'été.jpg'],
    ['nothing visible', '\u2066 \u2069', undefined],
  ])('is cleaned of %s', async (_what, sent, stored) => {
    expect(await nameAfter(sent)).toBe(stored);
  });

  test('is part of the asset’s events, also of a file sent in parts, and goes with the file', async () => {
    const slug = newSlug();
    // Long enough for HLS.
    const clip = await film({ seconds: 31 });
    const tus = createTusClient(await media.bearer(ADMINISTRATOR));
    const { headers } = await tus.create(media.url, clip.length, {
      fileType: 'videos',
      modelSlug: slug,
      filename: 'répétition\u0000.mov',
      filetype: 'video/quicktime',
    });
    const { body } = await tus.patch(`${media.url}${String(headers.location)}`, 0, clip);
    const id = idIn(body.filename ?? '');
    await media.work();
    expect((await media.eventsOf(id)).map(({ name, data }) => [name, data])).toEqual([
      ['asset.uploaded', expect.objectContaining({ originalName: 'répétition.mov' })],
      ['asset.processed', expect.objectContaining({ originalName: 'répétition.mov' })],
    ]);
    expect(await stateOf(slug, body.filename ?? '')).toMatchObject({
      originalName: 'répétition.mov',
      hls: expect.stringMatching(new RegExp(`^/uploads/items/${id}/hls\\.m3u8\\?.*signature=`)),
    });
    await media.api
      .delete(`/api/upload/delete/${slug}/${body.filename}`)
      .set('authorization', await media.bearer(ADMINISTRATOR))
      .expect(200);
    const { rows } = await media.postgres.query('select original_name from assets where id = $1', [id]);
    expect(rows).toEqual([{ original_name: null }]);
  });

  test('is not stored of a public picture', async () => {
    const response = await media.api
      .post(`/api/upload/avatar/${newSlug()}`)
      .set('authorization', await media.bearer(ADMINISTRATOR))
      .attach('avatar_image', photo, NAME);
    const { rows } = await media.postgres.query('select original_name from assets where id = $1', [
      idIn((response.body as { filePath: string }).filePath),
    ]);
    expect(rows).toEqual([{ original_name: null }]);
  });

  test('is in no delivery, no other affiliate’s response and no log', async () => {
    const owner = newAffiliate();
    const { slug, id: modelId } = await media.model({ affiliateId: owner.id });
    const { body } = await media.upload(owner, slug, photo, { name: NAME });
    const { filename, filePath } = body as { filename: string; filePath: string };
    const id = idIn(filename);
    await media.model(
      { id: modelId, slug, affiliateId: owner.id, assets: [{ id, access: 'locked' }] },
      'model.updated',
    );
    const { rows } = await media.postgres.query<{ blur_id: string }>('select blur_id from assets where id = $1', [id]);
    const responses = [
      await media.api.get(filePath).set('cookie', await media.cookie(owner)),
      await media.api.get(`/uploads/blur/${rows[0]?.blur_id}.webp`),
      await media.api
        .get(`/api/upload/state/${slug}/${filename}`)
        .set('authorization', await media.bearer(newAffiliate())),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 403]);
    for (const { headers, text = '' } of responses)
      expect(`${JSON.stringify(headers)}${text}`).not.toMatch(/Jeanne|loge/);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join()).not.toMatch(/Jeanne|répétition/);
  });
});
