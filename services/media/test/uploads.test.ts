import { ERRORS, IMAGE_TOO_LARGE_TEXT } from 'contracts/errors';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from 'contracts/limits';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { createLogger } from 'service-kit/logger';
import sharp from 'sharp';
import { eventually } from 'testing/eventually';
import { film, jpeg, playlists } from './fixtures.ts';
import { sendForm, zeroes } from './form.ts';
import { ADMINISTRATOR, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';

let media: MediaHarness;
let photo: Buffer;
let clip: Buffer;
beforeAll(async () => {
  [media, photo, clip] = await Promise.all([startMedia({ lingerMs: 200 }), jpeg(), film()]);
});
afterAll(() => media.stop());
afterEach(() =>
  eventually(async () => (await media.filesIn('incoming')).length === 0, 'nothing is left where uploads arrive'),
);

const INVALID_FILE_TYPE = { error: 'Type de fichier non autorisé', code: 'INVALID_FILE_TYPE' };
const NO_FILE = { error: 'Aucun fichier sélectionné', code: 'NO_FILE' };
const stored = async (): Promise<number> => (await media.files()).length;

describe('A file that is no picture', () => {
  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd" width="9" height="9"/></svg>';
  test.each([
    ['SVG', async () => Buffer.from(SVG)],
    ['SVG after a declaration', async () => Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text', async () => Buffer.from('hello')],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['TIFF', async () => Buffer.from('II*\0\x08\0\0\0\0\0\0\0', 'latin1')],
    ['empty', async () => Buffer.alloc(0)],
    ['a film', async () => clip],
    ['a picture cut off', async () => photo.subarray(0, Math.floor(photo.length / 2))],
    ['a picture full of noise', async () => Buffer.concat([photo.subarray(0, 200), Buffer.alloc(4_000, 0xa7)])],
  ])('rejects %s as a photo and stores nothing', async (_what, file) => {
    const before = await stored();
    const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), await file(), { name: 'photo.jpg' });
    expect({ status, body }).toMatchObject({ status: 415, body: INVALID_FILE_TYPE });
    expect(await stored()).toBe(before);
  });

  test('rejects a small file that unfolds into 100 megapixels', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 6, palette: false })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), bomb);
    expect({ status, body }).toMatchObject({ status: 415, body: INVALID_FILE_TYPE });
  });

  test('rejects an AVIF of 27 megapixels, which needs more memory than a process has for its pictures', async () => {
    const avif = await sharp({ create: { width: 9_000, height: 3_000, channels: 3, background: 'black' } })
      .avif({ effort: 0 })
      .toBuffer();
    const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), avif);
    expect({ status, body }).toMatchObject({ status: 415, body: INVALID_FILE_TYPE });
  });
});

describe('A file that is no video', () => {
  test.each([
    ...Object.entries(playlists).map(([what, bytes]) => [what, async () => bytes] as const),
    ['HTML', async () => Buffer.from('<!doctype html><video src="x">')] as const,
    ['a photo', async () => photo] as const,
    ['a film cut off before its index', async () => clip.subarray(0, 3_000)] as const,
    ['an index without a film', async () => Buffer.concat([clip.subarray(0, 32), Buffer.alloc(2_000)])] as const,
    ['sound alone', async () => film({ options: ['-map', '1:a', '-c:a', 'aac'] })] as const,
  ])('rejects %s named .mp4 at once and stores nothing', async (_what, file) => {
    const before = await stored();
    const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), await file(), {
      fileType: 'videos',
      name: 'film.mp4',
    });
    expect({ status, body }).toMatchObject({ status: 415, body: INVALID_FILE_TYPE });
    expect(await stored()).toBe(before);
  });
});

test('an upload logs the reason of an unreadable file, and nothing of the name that the person gave it', async () => {
  const lines: string[] = [];
  const logging = await startMedia({
    logger: createLogger('media-test', 'warn', { write: (line: string) => void lines.push(line) }),
  });
  const { body } = await logging.upload(ADMINISTRATOR, newSlug(), clip.subarray(0, 3_000), {
    fileType: 'videos',
    name: 'Vacances de Jeanne.mp4',
  });
  await logging.stop();
  expect(body).toMatchObject(INVALID_FILE_TYPE);
  expect(
    lines.filter((line) => line.includes('upload unreadable')).map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([{ level: 40, reason: 'video' }]);
  expect(lines.join()).not.toContain('Jeanne');
});

describe('The form', () => {
  let authorization: string;
  beforeAll(async () => {
    authorization = await media.bearer(ADMINISTRATOR);
  });
  const post = (path = `/api/upload/photos/${newSlug()}`) => media.api.post(path).set('authorization', authorization);

  test('reports a missing file', async () => {
    const { status, body } = await post().field('other', 'value');
    expect({ status, body }).toMatchObject({ status: 400, body: NO_FILE });
  });
  test('finds no file under another field name', async () => {
    const { status, body } = await post().attach('avatar_image', photo, 'a.jpg');
    expect({ status, body }).toMatchObject({ status: 400, body: NO_FILE });
  });
  test('finds no file in JSON', async () => {
    const { status, body } = await post().send({ file: 'x' });
    expect({ status, body }).toMatchObject({ status: 400, body: NO_FILE });
  });
  test('rejects two files', async () => {
    const { status, body } = await post().attach('file', photo, 'a.jpg').attach('file', photo, 'b.jpg');
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  });
  test('rejects a body that ends in the middle with the specified sentence', async () => {
    const { status, body } = await post()
      .set('content-type', 'multipart/form-data; boundary=x')
      .send('--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc');
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: "Erreur lors de l'upload. Vérifiez votre connexion." },
    });
  });
  test('rejects an unknown kind of file and an invalid slug', async () => {
    for (const path of [
      '/api/upload/songs/nina',
      '/api/upload/photos/..%2fnina',
      '/api/upload/photos/Nina',
      '/api/upload/photos/a%00b',
    ]) {
      const { status, body } = await post(path).attach('file', photo, 'a.jpg');
      expect({ path, status, body }).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    }
  });
  test('leads nowhere with a path as the file’s name', async () => {
    const { status, body } = await media.upload(ADMINISTRATOR, newSlug(), photo, { name: '../../../../etc/cron.d/x' });
    expect(status).toBe(201);
    expect(body.filename).toMatch(/^[0-9a-f-]{36}\.webp$/);
  });
});

describe('Size', () => {
  const send = async (fileType: string, bytes: number, isDeclared: boolean) => {
    const url = `${media.url}/api/upload/${fileType}/${newSlug()}`;
    return sendForm({
      url,
      field: 'file',
      content: zeroes(bytes),
      authorization: await media.bearer(ADMINISTRATOR),
      ...(isDeclared ? { size: bytes } : {}),
    });
  };

  test('rejects a photo whose length exceeds 50 MB before it has arrived', async () => {
    const { status, body, sent } = await send('photos', IMAGE_MAX_BYTES * 4, true);
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { code: 'FILE_TOO_LARGE', error: IMAGE_TOO_LARGE_TEXT },
    });
    expect(sent).toBeLessThan(IMAGE_MAX_BYTES);
  });
  test('rejects a photo that turns out to have more than 50 MB', async () => {
    const { status, body, sent } = await send('photos', IMAGE_MAX_BYTES * 4, false);
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { code: 'FILE_TOO_LARGE', error: IMAGE_TOO_LARGE_TEXT },
    });
    expect(sent).toBeLessThan(IMAGE_MAX_BYTES * 2);
  });
  test('rejects a video whose length exceeds 200 MB in the words of the specification', async () => {
    const { status, body } = await send('videos', VIDEO_MAX_BYTES + 100_000, true);
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { code: 'FILE_TOO_LARGE', error: 'Le fichier est trop volumineux. Taille maximum: 200MB' },
    });
  });
  test('sends the response first and then closes the connection of a rejected sender that goes on', async () => {
    const { hostname, port } = new URL(media.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
    const ended = new Promise<void>((resolve) => socket.on('error', () => resolve()).on('close', () => resolve()));
    socket.write(
      `POST /api/upload/photos/nina HTTP/1.1\r\nhost: ${hostname}\r\ntransfer-encoding: chunked\r\nauthorization: ${await media.bearer(newSubscriber())}\r\n\r\n`,
    );
    const sending = setInterval(() => socket.write('5\r\nagain\r\n'), 5);
    await eventually(() => received.endsWith('}'), 'the response arrives while the sender still sends');
    expect(received).toMatch(/^HTTP\/1\.1 403 [^]*"code":"FORBIDDEN"/);
    expect(socket.destroyed).toBe(false);
    await ended;
    clearInterval(sending);
  });
});

describe('An upload that breaks off', () => {
  test.each(['photos', 'videos'])('leaves nothing of %s when the sender disconnects', async (fileType) => {
    const before = await stored();
    const leaving = new AbortController();
    const slow = (async function* () {
      yield photo;
      yield* zeroes(1024 * 1024);
      await eventually(async () => (await media.filesIn('incoming')).length === 1, 'the file begins to arrive');
      leaving.abort();
      yield photo;
    })();
    const url = `${media.url}/api/upload/${fileType}/${newSlug()}`;
    await expect(
      sendForm({
        url,
        field: 'file',
        content: slow,
        authorization: await media.bearer(ADMINISTRATOR),
        signal: leaving.signal,
      }),
    ).rejects.toThrow(/abort/i);
    await eventually(async () => (await media.filesIn('incoming')).length === 0, 'what had arrived is removed');
    expect(await stored()).toBe(before);
  });

  test('responds with the specified sentence when the disk is full', async () => {
    const broken = await startMedia();
    try {
      await rm(broken.folders.incoming, { recursive: true });
      const { status, body } = await broken.upload(ADMINISTRATOR, newSlug(), photo);
      expect({ status, body }).toMatchObject({
        status: 500,
        body: { code: 'UPLOAD_FAILED', error: ERRORS.UPLOAD_FAILED.text },
      });
    } finally {
      await broken.stop();
    }
  });
});

describe('The right to upload', () => {
  const paths = (slug: string) =>
    [
      [`/api/upload/photos/${slug}`, 'file'],
      [`/api/upload/avatar/${slug}`, 'avatar_image'],
      [`/api/upload/cover-image/${slug}`, 'cover_image'],
      [`/api/upload/cover-video/${slug}`, 'cover_video'],
    ] as const;

  test('rejects visitors and subscribers at each call', async () => {
    for (const [path, field] of paths(newSlug())) {
      await media.api.post(path).attach(field, photo, 'a.jpg').expect(401);
      await media.api.post(path).set('authorization', 'Bearer a.b.c').attach(field, photo, 'a.jpg').expect(401);
      await media.api
        .post(path)
        .set('authorization', await media.bearer(newSubscriber()))
        .attach(field, photo, 'a.jpg')
        .expect(403);
    }
  });
  test('gives an affiliate the assets that it uploads for its own model or an unused slug', async () => {
    const affiliate = newAffiliate();
    const { slug } = await media.model({ affiliateId: affiliate.id });
    for (const allowed of [slug, newSlug()]) {
      const { status, body } = await media.upload(affiliate, allowed, photo);
      expect(status).toBe(201);
      const [event] = await media.eventsOf(body.filename.slice(0, 36));
      expect(event).toMatchObject({
        actor: { role: 'affiliate', id: affiliate.id },
        data: { modelSlug: allowed, uploaderAffiliateId: affiliate.id },
      });
    }
  });
  test('rejects an affiliate’s upload for a model of another or of the administrator before the file is read', async () => {
    for (const affiliateId of [newAffiliate().id, null]) {
      const { slug } = await media.model({ affiliateId });
      for (const [path, field] of paths(slug)) {
        const { status, body } = await sendForm({
          url: `${media.url}${path}`,
          field,
          content: zeroes(IMAGE_MAX_BYTES),
          size: IMAGE_MAX_BYTES,
          authorization: await media.bearer(newAffiliate()),
        });
        expect({ status, body }).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      }
    }
  });
  test('frees the slug of a deleted model', async () => {
    const model = await media.model({ affiliateId: newAffiliate().id });
    const other = newAffiliate();
    expect((await media.upload(other, model.slug, photo)).status).toBe(403);
    await media.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] });
    expect((await media.upload(other, model.slug, photo)).status).toBe(201);
  });
  test('rejects other methods with 405', async () => {
    await media.api.get('/api/upload/photos/nina').expect(405).expect('allow', 'POST');
  });
});
