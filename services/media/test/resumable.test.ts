import { randomUUID } from 'node:crypto';
import { ERRORS, IMAGE_TOO_LARGE_TEXT } from 'contracts/errors';
import type { ErrorCode } from 'contracts/errors';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from 'contracts/limits';
import { itemPath, RESUMABLE_CHUNK_BYTES, RESUMABLE_PATH, RESUMABLE_RESULT_HEADER } from 'contracts/media';
import { Upload } from 'tus-js-client';
import type { OnSuccessPayload } from 'tus-js-client';
import { eventually } from 'testing/eventually';
import { partsName } from '../src/storage/parts.ts';
import { jpeg } from './fixtures.ts';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';
import { createTusClient, filmOf, metadataOf, sha256 } from './tus.ts';

const MEGABYTE = 1024 * 1024;
/** Returns the complete body of an error. */
const bodyOf = (code: ErrorCode) => ({ code, error: ERRORS[code].text, requestId: expect.any(String) });
const VALIDATION_FAILED = bodyOf('VALIDATION_FAILED');

withEach([FOLDER, BUCKET], (driver) => {
  let media: MediaHarness;
  let other: string;
  let clip: Buffer;
  beforeAll(async () => {
    [media, clip] = await Promise.all([startMedia({ lingerMs: 200 }, driver), filmOf(20 * MEGABYTE)]);
    other = await media.newReplica();
  });
  afterAll(() => media.stop());
  afterEach(() =>
    eventually(async () => (await media.filesIn('incoming')).length === 0, 'nothing is left where uploads arrive'),
  );

  const clientOf = async (viewer: Known) => createTusClient(await media.bearer(viewer));
  const videoOf = (modelSlug: string) => ({
    fileType: 'videos',
    modelSlug,
    filename: 'été.mp4',
    filetype: 'video/mp4',
  });
  /** Begins an upload. @returns its address on the first server and on the other */
  const begin = async (viewer: Known, length: number, metadata: Record<string, string> = videoOf(newSlug())) => {
    const client = await clientOf(viewer);
    const { status, headers } = await client.create(media.url, length, metadata);
    expect(status).toBe(201);
    const path = String(headers.location);
    return { client, path, id: idIn(path), here: `${media.url}${path}`, there: `${other}${path}` };
  };
  /** Returns the stored original of a response's asset. */
  const originalOf = async (filename: string | undefined) => media.fileOf(idIn(filename ?? ''), 'original');
  const assetsOf = async (slug: string) =>
    (await media.postgres.query('select from assets where model_slug = $1', [slug])).rowCount;
  const isRecorded = async (id: string) =>
    (await media.postgres.query('select from resumable_uploads where id = $1', [id])).rowCount === 1;

  describe('An upload in parts', () => {
    test('responds to the last part of a film as to an ordinary upload, and processes the film', async () => {
      const slug = newSlug();
      const authorization = await media.bearer(ADMINISTRATOR);
      const { lastResponse } = await new Promise<OnSuccessPayload>((resolve, reject) => {
        new Upload(clip, {
          endpoint: `${media.url}${RESUMABLE_PATH}`,
          metadata: videoOf(slug),
          chunkSize: RESUMABLE_CHUNK_BYTES,
          retryDelays: null,
          headers: { authorization },
          onSuccess: resolve,
          onError: reject,
        }).start();
      });
      const response = JSON.parse(lastResponse.getBody()) as { filename: string; filePath: string };
      const id = idIn(response.filename);
      expect(lastResponse.getStatus()).toBe(200);
      expect(response).toEqual({ filename: `${id}.mp4`, filePath: expect.stringContaining(itemPath(id, '720.mp4')) });
      expect(JSON.parse(lastResponse.getHeader(RESUMABLE_RESULT_HEADER) ?? '')).toEqual(response);
      expect(sha256(await originalOf(response.filename))).toBe(sha256(clip));
      expect((await media.eventsOf(id)).map(({ name, data }) => [name, data])).toEqual([
        [
          'asset.uploaded',
          expect.objectContaining({ modelSlug: slug, kind: 'video', bytes: clip.length, uploaderAffiliateId: null }),
        ],
      ]);

      await media.work();
      const state = await media.api
        .get(`/api/upload/state/${slug}/${response.filename}`)
        .set('authorization', authorization);
      expect(state.body).toMatchObject({ state: 'ready', duration: '0:01' });
    });

    test('sends nothing twice when the line is cut at 60 % and the other replica continues, and the file is the same', async () => {
      const { client, id, here, there } = await begin(ADMINISTRATOR, clip.length);
      const cut = Math.floor(clip.length * 0.6);
      expect(await client.patch(here, 0, clip.subarray(0, RESUMABLE_CHUNK_BYTES))).toMatchObject({
        status: 204,
        headers: { 'upload-offset': String(RESUMABLE_CHUNK_BYTES) },
      });
      await client.cut(
        here,
        RESUMABLE_CHUNK_BYTES,
        clip.subarray(RESUMABLE_CHUNK_BYTES, 2 * RESUMABLE_CHUNK_BYTES),
        cut - RESUMABLE_CHUNK_BYTES,
      );
      const offset = (await client.offset(there)) ?? 0;
      expect(offset).toBeGreaterThanOrEqual(RESUMABLE_CHUNK_BYTES);
      expect(offset).toBeLessThanOrEqual(cut);
      const { status, body } = await client.patch(there, offset, clip.subarray(offset));
      expect(status).toBe(200);
      expect(sha256(await originalOf(body.filename))).toBe(sha256(clip));
      expect(await media.partsOf(id)).toEqual([]);
    });

    test.each([
      ['photos', 'image/jpeg', /^\/uploads\/items\/.+\/1280\.webp/],
      ['avatar', 'image/jpeg', /^\/uploads\/public\/.+\/384\.webp$/],
      ['cover', 'image/jpeg', /^\/uploads\/public\/.+\/1280\.webp$/],
    ])('has a picture sent as %s ready at once', async (fileType, filetype, filePath) => {
      const photo = await jpeg();
      const { client, here } = await begin(ADMINISTRATOR, photo.length, { fileType, modelSlug: newSlug(), filetype });
      expect(await client.patch(here, 0, photo)).toMatchObject({
        status: 200,
        body: { filename: expect.stringMatching(/\.webp$/), filePath: expect.stringMatching(filePath) },
      });
    });

    test('repeats a lost last response to a later HEAD, from either replica', async () => {
      const film = await filmOf(MEGABYTE);
      const { client, here, there } = await begin(ADMINISTRATOR, film.length);
      const { body } = await client.patch(here, 0, film);
      for (const url of [here, there]) {
        const { status, headers } = await client.send('HEAD', url);
        expect({
          status,
          offset: headers['upload-offset'],
          length: headers['upload-length'],
          tus: headers['tus-resumable'],
        }).toEqual({ status: 200, offset: String(film.length), length: String(film.length), tus: '1.0.0' });
        expect(JSON.parse(String(headers[RESUMABLE_RESULT_HEADER]))).toMatchObject({ filename: body.filename });
      }
      expect(await client.patch(there, film.length, Buffer.alloc(0))).toMatchObject({ status: 404 });
    });

    test('makes the asset once at the next request when the replica stopped after the last byte', async () => {
      const film = await filmOf(MEGABYTE);
      const slug = newSlug();
      const { client, id, here, there } = await begin(ADMINISTRATOR, film.length, videoOf(slug));
      await media.writeSealedFile(partsName(id), film);
      const responses = await Promise.all([here, there, here, there].map((url) => client.send('GET', url)));
      const names = responses.map(({ body }) => (body as { result?: { filename: string } }).result?.filename);
      expect(new Set(names).size).toBe(1);
      expect(await assetsOf(slug)).toBe(1);
      expect(sha256(await originalOf(names[0]))).toBe(sha256(film));
    });
  });

  describe('Rights', () => {
    test('rejects visitors and subscribers at each call', async () => {
      const { here } = await begin(ADMINISTRATOR, 100);
      for (const [client, status] of [
        [createTusClient(), 401],
        [createTusClient('Bearer a.b.c'), 401],
        [await clientOf(newSubscriber()), 403],
      ] as const) {
        expect((await client.create(media.url, 100, videoOf(newSlug()))).status).toBe(status);
        expect((await client.patch(here, 0, Buffer.alloc(10))).status).toBe(status);
        for (const method of ['HEAD', 'GET', 'DELETE'] as const)
          expect((await client.send(method, here)).status).toBe(status);
      }
    });

    test('lets an affiliate begin nothing at another’s model', async () => {
      const { slug } = await media.model({ affiliateId: newAffiliate().id });
      expect(await (await clientOf(newAffiliate())).create(media.url, 100, videoOf(slug))).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN' },
      });
    });

    test('lets neither an affiliate nor the administrator continue another’s upload, nor through the query of their own', async () => {
      const affiliate = newAffiliate();
      const { client, id, here } = await begin(affiliate, 100);
      for (const viewer of [newAffiliate(), ADMINISTRATOR]) {
        const own = await begin(viewer, 100);
        expect(await own.client.patch(here, 0, Buffer.alloc(50))).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        });
        for (const method of ['HEAD', 'DELETE'] as const)
          expect((await own.client.send(method, here)).status).toBe(403);
        expect((await own.client.patch(`${own.here}?a=/${id}`, 0, Buffer.alloc(50))).status).toBe(204);
      }
      expect(await client.offset(here)).toBe(0);
    });

    test('rejects the sender once the model belongs to another', async () => {
      const slug = newSlug();
      const { client, here } = await begin(newAffiliate(), 100, videoOf(slug));
      await media.model({ slug, affiliateId: newAffiliate().id });
      expect(await client.patch(here, 0, Buffer.alloc(50))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });
  });

  describe('rejections', () => {
    test('rejects a length beyond the limit in the specified words before a byte is sent', async () => {
      const client = await clientOf(ADMINISTRATOR);
      expect(await client.create(media.url, VIDEO_MAX_BYTES + 1, videoOf(newSlug()))).toMatchObject({
        status: 413,
        body: { code: 'FILE_TOO_LARGE', error: ERRORS.FILE_TOO_LARGE.text },
      });
      expect(
        await client.create(media.url, IMAGE_MAX_BYTES + 1, { fileType: 'photos', modelSlug: newSlug() }),
      ).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE', error: IMAGE_TOO_LARGE_TEXT } });
      expect((await client.create(media.url, VIDEO_MAX_BYTES, videoOf(newSlug()))).status).toBe(201);
    });

    test('rejects bytes that are no film at the last part, and stores nothing', async () => {
      const page = Buffer.from('<!doctype html><video src="x">'.repeat(100));
      const before = await media.files();
      const { client, id, here } = await begin(ADMINISTRATOR, page.length);
      expect((await client.patch(here, 0, page.subarray(0, 1_000))).status).toBe(204);
      expect(await client.patch(here, 1_000, page.subarray(1_000))).toMatchObject({
        status: 415,
        body: { code: 'INVALID_FILE_TYPE', error: ERRORS.INVALID_FILE_TYPE.text },
      });
      expect(await isRecorded(id)).toBe(false);
      expect(await media.partsOf(id)).toEqual([]);
      expect(await media.files()).toEqual(before);
      expect((await client.send('HEAD', here)).status).toBe(404);
    });

    test.each([
      ['none', ''],
      ['no base64', 'fileType %%%,modelSlug ###'],
      ['another file type', metadataOf({ ...videoOf('nina'), fileType: 'scripts' })],
      ['a path as slug', metadataOf(videoOf('../../etc/passwd'))],
      ['a NUL in the slug', metadataOf(videoOf('nina\0'))],
      ['no slug', metadataOf({ fileType: 'videos' })],
      ['a filename without end', metadataOf({ ...videoOf('nina'), filename: 'a'.repeat(300) })],
      ['a name that objects have', metadataOf({ ...videoOf('nina'), fileType: '__proto__' })],
    ])('begins nothing with the metadata %s', async (_what, metadata) => {
      expect(await (await clientOf(ADMINISTRATOR)).create(media.url, 100, metadata)).toMatchObject({
        status: 400,
        body: VALIDATION_FAILED,
      });
    });

    test.each(['-1', '1.5', 'NaN', '1e3', ''])('begins nothing with the length "%s"', async (length) => {
      expect(await (await clientOf(ADMINISTRATOR)).create(media.url, length, videoOf(newSlug()))).toMatchObject({
        status: 400,
        body: VALIDATION_FAILED,
      });
    });
    test('rejects an empty file as no film', async () => {
      expect(await (await clientOf(ADMINISTRATOR)).create(media.url, 0, videoOf(newSlug()))).toMatchObject({
        status: 415,
        body: { code: 'INVALID_FILE_TYPE' },
      });
    });
    test('rejects the protocol’s other ways to begin', async () => {
      const client = await clientOf(ADMINISTRATOR);
      for (const [name, value] of [
        ['upload-defer-length', '1'],
        ['upload-defer-length', '2'],
        ['upload-concat', 'partial'],
        ['upload-concat', 'final;/a /b'],
        ['upload-concat', 'x'],
      ] as const) {
        const { status, body } = await client.create(media.url, 100, videoOf(newSlug()), { [name]: value });
        expect([name, value, status, body]).toEqual([name, value, 400, VALIDATION_FAILED]);
      }
    });

    test.each([
      ['none', ''],
      ['an earlier one', '0.2.2'],
      ['a list', '1.0.0, 0.2.2'],
    ])('rejects a request with the protocol version "%s" with 412 and names its own', async (_what, version) => {
      const { client, here } = await begin(ADMINISTRATOR, 100);
      const rejected = { status: 412, headers: { 'tus-version': '1.0.0' }, body: bodyOf('UPLOAD_VERSION_UNSUPPORTED') };
      expect(await client.create(media.url, 100, videoOf(newSlug()), { 'tus-resumable': version })).toMatchObject(
        rejected,
      );
      expect(await client.patch(here, 0, Buffer.alloc(10), { 'tus-resumable': version })).toMatchObject(rejected);
      expect(await client.offset(here)).toBe(0);
    });

    test.each(['application/json', 'application/octet-stream', ''])(
      'rejects a part of the type "%s" with 415',
      async (type) => {
        const { client, here } = await begin(ADMINISTRATOR, 100);
        expect(await client.patch(here, 0, Buffer.alloc(10), { 'content-type': type })).toMatchObject({
          status: 415,
          body: bodyOf('UNSUPPORTED_BODY'),
        });
        expect(await client.offset(here)).toBe(0);
      },
    );

    test('lists versions and extensions on OPTIONS', async () => {
      expect(await createTusClient().send('OPTIONS', `${media.url}${RESUMABLE_PATH}`)).toMatchObject({
        status: 204,
        headers: { 'tus-version': '1.0.0', 'tus-extension': 'creation,creation-with-upload,termination,expiration' },
      });
      expect(await createTusClient().send('PUT', `${media.url}${RESUMABLE_PATH}`)).toMatchObject({
        status: 405,
        body: { code: 'METHOD_NOT_ALLOWED' },
      });
    });

    test('takes a file name that would leave the folder for a word like any other', async () => {
      const photo = await jpeg();
      const { client, here, id } = await begin(ADMINISTRATOR, photo.length, {
        fileType: 'photos',
        modelSlug: newSlug(),
        filename: '../../../../tmp/evil.sh',
        filetype: '../x',
      });
      expect(await media.partsOf(id)).not.toEqual([]);
      expect((await client.patch(here, 0, photo)).status).toBe(200);
    });

    test('names the limit of photos when a part of one is too long', async () => {
      const { client, here } = await begin(ADMINISTRATOR, 100, { fileType: 'photos', modelSlug: newSlug() });
      expect(await client.patch(here, 0, Buffer.alloc(101))).toMatchObject({
        status: 413,
        body: { code: 'FILE_TOO_LARGE', error: IMAGE_TOO_LARGE_TEXT },
      });
    });

    test('writes nothing at a wrong offset or of a wrong part', async () => {
      const { client, here } = await begin(ADMINISTRATOR, 1_000);
      expect((await client.patch(here, 0, Buffer.alloc(400))).status).toBe(204);
      for (const offset of [0, 399, 401, 1_000, 9_999])
        expect(await client.patch(here, offset, Buffer.alloc(100))).toMatchObject({
          status: 409,
          body: { code: 'UPLOAD_CONFLICT', error: ERRORS.UPLOAD_CONFLICT.text },
        });
      for (const offset of ['-1', 'x', '4e2'])
        expect(await client.patch(here, offset, Buffer.alloc(100))).toMatchObject({
          status: 400,
          body: VALIDATION_FAILED,
        });
      expect(await client.patch(here, 400, Buffer.alloc(601))).toMatchObject({
        status: 413,
        body: { code: 'FILE_TOO_LARGE' },
      });
      expect((await client.patch(here, 400, Buffer.alloc(100), { 'upload-length': '99999' })).status).toBe(400);
      expect(await client.offset(here)).toBe(400);
    });

    test.each([
      'x',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      '%ff',
      `${randomUUID()}.json`,
      `parts%2f${randomUUID()}`,
      randomUUID(),
    ])('finds no upload at the address "%s"', async (name) => {
      const client = await clientOf(ADMINISTRATOR);
      const url = `${media.url}${RESUMABLE_PATH}/${name}`;
      for (const method of ['HEAD', 'GET', 'DELETE'] as const)
        expect([400, 404]).toContain((await client.send(method, url)).status);
      expect([400, 404]).toContain((await client.patch(url, 0, Buffer.alloc(10))).status);
    });
  });

  describe('Several at once', () => {
    test('accepts one of two equal parts sent to both replicas, and the file is right', async () => {
      const film = await filmOf(6 * MEGABYTE);
      const half = film.length / 2;
      const { client, here, there } = await begin(ADMINISTRATOR, film.length);
      for (const [from, to, done] of [
        [0, half, 204],
        [half, film.length, 200],
      ] as const) {
        const responses = await Promise.all(
          [here, there, here].map((url) => client.patch(url, from, film.subarray(from, to))),
        );
        expect(responses.filter(({ status }) => status === done)).toHaveLength(1);
        expect(
          responses.filter(({ status }) => status !== done).every(({ status }) => [404, 409].includes(status)),
        ).toBe(true);
      }
      const { body } = await client.send('GET', there);
      expect(sha256(await originalOf((body as { result?: { filename: string } }).result?.filename))).toBe(sha256(film));
    });

    test('ends the first request of a sender that hangs and returns through the other replica, and counts what it brought', async () => {
      const film = await filmOf(2 * MEGABYTE);
      const { client, here, there } = await begin(ADMINISTRATOR, film.length);
      const hanging = client.hang(here, 0, film, MEGABYTE);
      await hanging.isSent;
      await eventually(
        async () =>
          (
            await media.postgres.query(
              `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rowCount === 1,
        'the first request works on it',
      );
      const offset = await client.offset(there);
      expect(offset).toBe(MEGABYTE);
      hanging.end();
      expect((await client.patch(there, MEGABYTE, film.subarray(MEGABYTE))).status).toBe(200);
    });
  });

  describe('An abandoned upload', () => {
    test('deletes the parts of an abandoned upload, in any spelling of its address', async () => {
      const { client, id, here } = await begin(ADMINISTRATOR, 1_000);
      await client.patch(here, 0, Buffer.alloc(400));
      expect(await media.partsOf(id)).not.toEqual([]);
      expect((await client.send('DELETE', here.replace(id, id.toUpperCase()))).status).toBe(204);
      expect(await media.partsOf(id)).toEqual([]);
      expect(await isRecorded(id)).toBe(false);
      expect((await client.send('DELETE', here)).status).toBe(404);
    });

    test('expires after a day without a part and is swept; active uploads stay', async () => {
      const [left, current] = [await begin(ADMINISTRATOR, 1_000), await begin(ADMINISTRATOR, 1_000)];
      for (const { client, here } of [left, current])
        expect((await client.patch(here, 0, Buffer.alloc(400))).status).toBe(204);
      await media.postgres.query(
        `update resumable_uploads set expires_at = now() - interval '1 minute' where id = $1`,
        [left.id],
      );
      expect(await left.client.send('GET', left.here)).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } });
      await media.postgres.query(`update resumable_uploads set expires_at = now() - interval '2 hours' where id = $1`, [
        left.id,
      ]);

      media.sweeper.start();
      await media.sweeper.stop();
      expect(await media.partsOf(left.id)).toEqual([]);
      expect(await isRecorded(left.id)).toBe(false);
      expect(await current.client.offset(current.here)).toBe(400);
    });
  });
});
