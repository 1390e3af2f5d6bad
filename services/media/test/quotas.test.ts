import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS } from 'contracts/errors';
import { IMAGE_MAX_BYTES } from 'contracts/limits';
import { QUOTA_TEXTS } from 'contracts/quota-texts';
import { eventually } from 'testing/eventually';
import { makeFolders } from '../src/folders.ts';
import { createFileParts } from '../src/storage/file-parts.ts';
import { jpeg } from './fixtures.ts';
import { sendForm, zeroes } from './form.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';
import { createTusClient } from './tus.ts';

const MEBIBYTE = 1024 ** 2;
const LIMITS = {
  modelMaxFiles: 4,
  modelMaxBytes: 400 * MEBIBYTE,
  affiliateMaxFiles: 12,
  affiliateMaxBytes: 600 * MEBIBYTE,
  administratorMaxFiles: 1_000,
  administratorMaxBytes: 10_000 * MEBIBYTE,
  uploaderMaxOpenUploads: 8,
  uploaderMaxReservedBytes: 300 * MEBIBYTE,
  maxInFlight: 24,
  maxInFlightOfUploader: 20,
  diskReserveBytes: 100 * MEBIBYTE,
  unattachedHours: 24,
};
let media: MediaHarness;
let other: string;
let photo: Buffer;
let freeBytes: number;
beforeAll(async () => {
  photo = await jpeg();
  media = await startMedia({ limits: LIMITS, lingerMs: 200, freeBytes: () => Promise.resolve(freeBytes) });
  other = await media.newReplica();
});
afterAll(() => media.stop());
beforeEach(() => {
  freeBytes = 1_000_000 * MEBIBYTE;
});

const clientOf = async (viewer: Known) => createTusClient(await media.bearer(viewer));
/** Begins a resumable upload of a video. */
const begin = async (viewer: Known, megabytes: number, { modelSlug = newSlug(), at = media.url } = {}) => {
  const client = await clientOf(viewer);
  const response = await client.create(at, megabytes * MEBIBYTE, {
    fileType: 'videos',
    modelSlug,
    filetype: 'video/mp4',
  });
  return { ...response, client, url: `${at}${String(response.headers.location)}` };
};
const statuses = (responses: readonly { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([status, those]) => [status, those.length]),
  );
const storedFiles = async () => (await media.files()).length;
const unused = () =>
  eventually(
    async () => (await media.postgres.query('select from files where removable_at is not null')).rowCount === 0,
    'files of rejected uploads are removed',
  );

describe('resumable uploads of one uploader', () => {
  test('are limited in number when forty of 50 MB are created at once at two replicas, and the rejection names the limit', async () => {
    const limited = await startMedia({ limits: { ...LIMITS, uploaderMaxReservedBytes: 10_000 * MEBIBYTE } });
    try {
      const replica = await limited.newReplica();
      const client = createTusClient(await limited.bearer(newAffiliate()));
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          client.create(index % 2 === 0 ? limited.url : replica, 50 * MEBIBYTE, {
            fileType: 'videos',
            modelSlug: newSlug(),
          }),
        ),
      );
      expect(statuses(responses)).toEqual({ 201: 8, 429: 32 });
      expect(responses.find(({ status }) => status === 429)).toMatchObject({
        headers: { 'retry-after': '30' },
        body: { code: 'TOO_MANY_UPLOADS', error: QUOTA_TEXTS.openUploads(8) },
      });
    } finally {
      await limited.stop();
    }
  });

  test('are limited in the bytes that they reserve together', async () => {
    const affiliate = newAffiliate();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => begin(affiliate, 50, { at: index % 2 === 0 ? media.url : other })),
    );
    expect(statuses(responses)).toEqual({ 201: 6, 429: 34 });
    expect(responses.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'TOO_MANY_UPLOADS',
      error: QUOTA_TEXTS.reservedBytes(300 * MEBIBYTE),
    });
    expect((await begin(newAffiliate(), 50)).status).toBe(201);
  });

  test('make room when one is given up', async () => {
    const affiliate = newAffiliate();
    const [first] = await Promise.all(Array.from({ length: 6 }, () => begin(affiliate, 50)));
    expect((await begin(affiliate, 50)).status).toBe(429);
    expect((await first?.client.send('DELETE', first.url))?.status).toBe(204);
    expect((await begin(affiliate, 50)).status).toBe(201);
  });

  test('make room when they were left for an hour, and only then', async () => {
    const affiliate = newAffiliate();
    const [left, current] = await Promise.all(Array.from({ length: 6 }, () => begin(affiliate, 50)));
    const age = (hours: number) =>
      media.postgres.query(
        'update resumable_uploads set active_at = now() - make_interval(hours => $2) where id = $1',
        [idIn(left?.url ?? ''), hours],
      );
    expect((await begin(affiliate, 50)).status).toBe(429);
    await age(2);
    expect((await left?.client.patch(left.url, 0, Buffer.alloc(100)))?.status).toBe(204);
    expect((await begin(affiliate, 50)).status).toBe(429);
    await age(2);
    expect((await begin(affiliate, 50)).status).toBe(201);
    expect(await left?.client.offset(left.url)).toBeNull();
    expect(await current?.client.offset(current.url)).toBe(0);
  });

  test('count once, as the file, when they are finished', async () => {
    const affiliate = newAffiliate();
    const { slug } = await media.model({ affiliateId: affiliate.id });
    const client = await clientOf(affiliate);
    for (let sent = 0; sent < LIMITS.modelMaxFiles; sent += 1) {
      const { headers } = await client.create(media.url, photo.length, { fileType: 'photos', modelSlug: slug });
      expect((await client.patch(`${media.url}${String(headers.location)}`, 0, photo)).status).toBe(200);
    }
    expect((await client.create(media.url, photo.length, { fileType: 'photos', modelSlug: slug })).body).toMatchObject({
      code: 'MODEL_QUOTA_EXCEEDED',
    });
  });
});

describe('the files of a model', () => {
  test('are limited when ten arrive at once from its owner and the administrator, and the rejected ones leave nothing', async () => {
    const affiliate = newAffiliate();
    const { slug } = await media.model({ affiliateId: affiliate.id });
    const before = await storedFiles();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => media.upload(index % 2 === 0 ? affiliate : ADMINISTRATOR, slug, photo)),
    );
    expect(statuses(responses)).toEqual({ 201: 4, 413: 6 });
    expect(responses.find(({ status }) => status === 413)?.body).toMatchObject({
      code: 'MODEL_QUOTA_EXCEEDED',
      error: 'Ce modèle a atteint sa limite de 4 fichiers.',
    });
    await unused();
    expect(await storedFiles()).toBe(before + 4 * 5);
    expect(await media.filesIn('incoming')).toEqual([]);
  });

  test('are limited for a slug that is not saved yet, for each uploader alone', async () => {
    const slug = newSlug();
    for (const uploader of [newAffiliate(), newAffiliate()]) {
      for (let sent = 0; sent < LIMITS.modelMaxFiles; sent += 1)
        expect((await media.upload(uploader, slug, photo)).status).toBe(201);
      expect((await media.upload(uploader, slug, photo)).status).toBe(413);
    }
  });

  test('make room when one is deleted', async () => {
    const { slug } = await media.model();
    const responses = await Promise.all(Array.from({ length: 4 }, () => media.upload(ADMINISTRATOR, slug, photo)));
    expect((await media.upload(ADMINISTRATOR, slug, photo)).status).toBe(413);
    await media.api
      .delete(`/api/upload/delete/${slug}/${responses[0]?.body.filename}`)
      .set('authorization', await media.bearer(ADMINISTRATOR))
      .expect(200);
    expect((await media.upload(ADMINISTRATOR, slug, photo)).status).toBe(201);
  });

  test('are limited in bytes, unfinished uploads included', async () => {
    const { slug } = await media.model();
    await media.postgres.query(
      `insert into assets (id, model_slug, model_id, kind, state, revision, bytes) select $1, slug, id, 'video', 'ready', 1, $3 from models where slug = $2`,
      [randomUUID(), slug, 250 * MEBIBYTE],
    );
    expect((await begin(ADMINISTRATOR, 150, { modelSlug: slug })).status).toBe(201);
    expect((await begin(ADMINISTRATOR, 1, { modelSlug: slug })).body).toMatchObject({
      code: 'MODEL_QUOTA_EXCEEDED',
      error: QUOTA_TEXTS.modelBytes(400 * MEBIBYTE),
    });
  });

  test('are rejected beyond the limit before their body is read', async () => {
    const { slug } = await media.model();
    await media.postgres.query(
      `insert into assets (id, model_slug, model_id, kind, state, revision, bytes) select $1, slug, id, 'video', 'ready', 1, $3 from models where slug = $2`,
      [randomUUID(), slug, 399 * MEBIBYTE],
    );
    const { status, body, sent } = await sendForm({
      url: `${media.url}/api/upload/photos/${slug}`,
      field: 'file',
      content: zeroes(IMAGE_MAX_BYTES),
      size: IMAGE_MAX_BYTES,
      authorization: await media.bearer(ADMINISTRATOR),
    });
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'MODEL_QUOTA_EXCEEDED' } });
    expect(sent).toBeLessThan(IMAGE_MAX_BYTES / 2);
  });
});

describe('the files of an uploader', () => {
  test('are limited over all models of an affiliate, and more of them are the administrator’s', async () => {
    const affiliate = newAffiliate();
    for (let sent = 0; sent < LIMITS.affiliateMaxFiles; sent += 1)
      expect((await media.upload(affiliate, newSlug(), photo)).status).toBe(201);
    expect((await media.upload(affiliate, newSlug(), photo)).body).toMatchObject({
      code: 'UPLOADER_QUOTA_EXCEEDED',
      error: 'Vous avez atteint votre limite de 12 fichiers.',
    });
    expect((await begin(affiliate, 1)).body).toMatchObject({ code: 'UPLOADER_QUOTA_EXCEEDED' });
    for (let sent = 0; sent <= LIMITS.affiliateMaxFiles; sent += 1)
      expect((await media.upload(ADMINISTRATOR, newSlug(), photo)).status).toBe(201);
  });

  test('are limited in bytes', async () => {
    const affiliate = newAffiliate();
    for (let stored = 0; stored < 6; stored += 1)
      await media.postgres.query(
        `insert into assets (id, model_slug, uploader_affiliate_id, kind, state, revision, bytes) values ($1, $2, $3, 'video', 'ready', 1, $4)`,
        [randomUUID(), newSlug(), affiliate.id, 95 * MEBIBYTE],
      );
    expect((await begin(affiliate, 31)).body).toMatchObject({
      code: 'UPLOADER_QUOTA_EXCEEDED',
      error: QUOTA_TEXTS.uploaderBytes(600 * MEBIBYTE),
    });
    expect((await begin(affiliate, 30)).status).toBe(201);
  });
});

describe('a volume that uploads would fill', () => {
  const STORAGE_FULL = { status: 503, body: { code: 'STORAGE_FULL', error: ERRORS.STORAGE_FULL.text } };

  test('rejects an ordinary upload before its body is read', async () => {
    freeBytes = LIMITS.diskReserveBytes + 10 * MEBIBYTE;
    const url = `${media.url}/api/upload/photos/${newSlug()}`;
    const authorization = await media.bearer(ADMINISTRATOR);
    for (const size of [IMAGE_MAX_BYTES, undefined]) {
      const response = await sendForm({
        url,
        field: 'file',
        content: zeroes(IMAGE_MAX_BYTES),
        authorization,
        ...(size ? { size } : {}),
      });
      expect(response).toMatchObject(STORAGE_FULL);
      expect(response.sent).toBeLessThan(IMAGE_MAX_BYTES / 2);
    }
    expect((await media.upload(ADMINISTRATOR, newSlug(), photo)).status).toBe(201);
  });

  test('takes no resumable upload that does not fit, nor a part of one that was begun before', async () => {
    const begun = await begin(newAffiliate(), 100);
    freeBytes = LIMITS.diskReserveBytes + 10 * MEBIBYTE;
    expect(await begin(newAffiliate(), 11)).toMatchObject(STORAGE_FULL);
    expect((await begin(newAffiliate(), 10)).status).toBe(201);
    freeBytes = LIMITS.diskReserveBytes + 100;
    expect(await begun.client.patch(begun.url, 0, Buffer.alloc(101))).toMatchObject({
      ...STORAGE_FULL,
      headers: { 'retry-after': '60' },
    });
    expect((await begun.client.patch(begun.url, 0, Buffer.alloc(100))).status).toBe(204);
  });
});

test('a whole upload in a bucket is copied to the volume only where it fits, and finished later otherwise', async () => {
  const folders = await makeFolders(await mkdtemp(join(tmpdir(), 'media-quotas-')));
  const parts = { ...createFileParts({ root: folders.root, incomingFolder: folders.incoming }), isCopied: true };
  const server = await startMedia({
    folders,
    parts,
    limits: LIMITS,
    lingerMs: 200,
    freeBytes: () => Promise.resolve(freeBytes),
  });
  try {
    const client = createTusClient(await server.bearer(ADMINISTRATOR));
    const metadata = { fileType: 'photos', modelSlug: newSlug(), filetype: 'image/jpeg' };
    const { headers } = await client.create(server.url, photo.length, metadata);
    const url = `${server.url}${String(headers.location)}`;
    const half = Math.ceil(photo.length / 2);
    expect((await client.patch(url, 0, photo.subarray(0, half))).status).toBe(204);
    freeBytes = LIMITS.diskReserveBytes + photo.length - 1;
    expect(await client.patch(url, half, photo.subarray(half))).toMatchObject({
      status: 503,
      body: { code: 'STORAGE_FULL' },
    });
    freeBytes = 1_000_000 * MEBIBYTE;
    expect((await client.send('HEAD', url)).headers).toMatchObject({ 'upload-offset': String(photo.length) });
    expect((await server.postgres.query("select from assets where state = 'ready'")).rowCount).toBe(1);
  } finally {
    await server.stop();
    await rm(folders.root, { recursive: true });
  }
});

describe('bodies in flight', () => {
  /** Begins an upload and then stops sending. */
  const hang = async (server: MediaHarness, viewer: Known) => {
    const { promise: isEnded, resolve: end } = Promise.withResolvers<void>();
    const before = (await server.filesIn('incoming')).length;
    const content = (async function* () {
      yield photo.subarray(0, 500);
      await isEnded;
      yield photo.subarray(500);
    })();
    const response = sendForm({
      url: `${server.url}/api/upload/photos/${newSlug()}`,
      field: 'file',
      content,
      authorization: await server.bearer(viewer),
    });
    await eventually(async () => (await server.filesIn('incoming')).length === before + 1, 'the file begins to arrive');
    return { response, end };
  };

  test('are limited for one uploader and for the process, and make room when they end', async () => {
    const server = await startMedia({ limits: { ...LIMITS, maxInFlight: 2, maxInFlightOfUploader: 1 }, lingerMs: 200 });
    try {
      const [one, two, three] = [newAffiliate(), newAffiliate(), newAffiliate()];
      const first = await hang(server, one);
      expect(await server.upload(one, newSlug(), photo)).toMatchObject({
        status: 429,
        body: { code: 'TOO_MANY_UPLOADS', error: QUOTA_TEXTS.openUploads(1) },
      });
      const second = await hang(server, two);
      expect(await server.upload(three, newSlug(), photo)).toMatchObject({
        status: 503,
        body: { code: 'UPLOADS_SATURATED', error: ERRORS.UPLOADS_SATURATED.text },
      });
      const client = createTusClient(await server.bearer(three));
      expect(await client.create(server.url, 100, { fileType: 'photos', modelSlug: newSlug() })).toMatchObject({
        status: 503,
        body: { code: 'UPLOADS_SATURATED' },
      });
      first.end();
      expect((await first.response).status).toBe(201);
      expect((await server.upload(three, newSlug(), photo)).status).toBe(201);
      second.end();
      expect((await second.response).status).toBe(201);
    } finally {
      await server.stop();
    }
  });

  test('make room when the line of a part is cut', async () => {
    const server = await startMedia({ limits: { ...LIMITS, maxInFlightOfUploader: 1 } });
    try {
      const uploader = newAffiliate();
      const client = createTusClient(await server.bearer(uploader));
      const { headers } = await client.create(server.url, photo.length, { fileType: 'photos', modelSlug: newSlug() });
      const part = client.hang(`${server.url}${String(headers.location)}`, 0, photo, 500);
      const another = async () => (await server.upload(uploader, newSlug(), photo)).status;
      await eventually(async () => (await another()) === 429, 'the part is in flight');
      part.end();
      await eventually(async () => (await another()) === 201, 'the cut part is no longer in flight');
    } finally {
      await server.stop();
    }
  });
});
