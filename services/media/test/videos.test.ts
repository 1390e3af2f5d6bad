import { filenameOf, itemPath } from 'contracts/media';
import type { UploadState } from 'contracts/media';
import sharp from 'sharp';
import type { Response } from 'supertest';
import { eventually } from 'testing/eventually';
import { boxes, film, probed } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newSlug, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';

let media: MediaHarness;
let authorization: string;
beforeAll(async () => {
  media = await startMedia();
  authorization = await media.bearer(ADMINISTRATOR);
});
afterAll(() => media.stop());

const fetched = async (path: string): Promise<Buffer> =>
  (
    await media.api
      .get(media.sign(path, ADMINISTRATOR))
      .set('authorization', authorization)
      .buffer(true)
      .parse(binary)
      .expect(200)
  ).body as Buffer;
const binary = (response: Response, done: (error: Error | null, body: Buffer) => void) => {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)));
};
const uploaded = async (file: Buffer, fileType = 'videos') => {
  const slug = newSlug();
  const { status, body } = await media.upload(ADMINISTRATOR, slug, file, { fileType, name: 'film.mp4' });
  expect(status).toBe(201);
  return { slug, id: idIn(body.filename), filename: body.filename as string };
};
const stateOf = async ({ slug, filename }: { slug: string; filename: string }) =>
  (await media.api.get(`/api/upload/state/${slug}/${filename}`).set('authorization', authorization).expect(200))
    .body as UploadState;

describe('A video', () => {
  let video: Awaited<ReturnType<typeof uploaded>>;
  beforeAll(async () => {
    const places = [
      '-metadata',
      'location=+48.8577+002.2950/',
      '-metadata',
      'artist=Secret Owner',
      '-metadata:s:v:0',
      'handler_name=Secret Telephone',
      '-metadata:s:v:0',
      'creation_time=2024-01-02T03:04:05Z',
    ];
    video = await uploaded(
      await film({
        seconds: 2,
        size: '320x180',
        options: ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', ...places],
      }),
    );
  });

  test('stores an upload for the worker and serves nothing of it', async () => {
    expect(video.filename).toBe(filenameOf(video.id, 'video'));
    expect(await stateOf(video)).toMatchObject({
      filename: video.filename,
      state: 'processing',
      image: null,
      duration: null,
      width: null,
    });
    expect((await media.eventsOf(video.id)).map(({ name, revision }) => [name, revision])).toEqual([
      ['asset.uploaded', 1],
    ]);
    await media.api
      .get(media.sign(itemPath(video.id, '720.mp4'), ADMINISTRATOR))
      .set('authorization', authorization)
      .expect(404);
  });

  test('is processed once, however often its event is delivered', async () => {
    await media.work();
    await media.work();
    expect((await media.eventsOf(video.id)).map(({ name, revision }) => [name, revision])).toEqual([
      ['asset.uploaded', 1],
      ['asset.processed', 2],
    ]);
    const state = await stateOf(video);
    expect(state).toMatchObject({ state: 'ready', duration: '0:02', width: 320, height: 180 });
    expect(state.image).toContain(itemPath(video.id, 'poster-640.webp'));
    expect(await media.filesIn('work')).toEqual([]);
    expect(await media.files()).toHaveLength(6);
  });

  test('starts at once, and has no metadata of place or author', async () => {
    const mp4 = await fetched(itemPath(video.id, '720.mp4'));
    expect(boxes(mp4).indexOf('moov')).toBeGreaterThan(0);
    expect(boxes(mp4).indexOf('moov')).toBeLessThan(boxes(mp4).indexOf('mdat'));
    const { format, streams } = await probed(mp4);
    expect(streams.map(({ codec_type: type, codec_name: codec, pix_fmt: pixels }) => [type, codec, pixels])).toEqual([
      ['video', 'h264', 'yuv420p'],
      ['audio', 'aac', undefined],
    ]);
    expect(JSON.stringify([format.tags, streams.map(({ tags }) => tags)])).not.toMatch(/48\.85|Secret|2024/);
    for (const secret of ['Secret', '48.85']) expect(mp4.includes(secret)).toBe(false);
  });

  test('makes posters of the video, and a tiny blurred one', async () => {
    for (const width of [320, 640, 1280])
      expect(await sharp(await fetched(itemPath(video.id, `poster-${width}.webp`))).metadata()).toMatchObject({
        format: 'webp',
        width: 320,
        height: 180,
      });
    const processed = (await media.eventsOf(video.id)).find(({ name }) => name === 'asset.processed');
    const { blurId, durationMs } = processed?.data as { blurId: string; durationMs: number };
    expect(Math.abs(durationMs - 2_000)).toBeLessThan(150);
    const blurred = await media.api
      .get(`/uploads/blur/${blurId}.webp`)
      .buffer(true)
      .expect(200)
      .expect('cache-control', 'public, max-age=31536000, immutable');
    expect(await sharp(blurred.body as Buffer).metadata()).toMatchObject({ width: 48 });
  });
});

describe('Other videos', () => {
  test('makes an MP4 of MOV, of WebM without a duration, and of Matroska', async () => {
    const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libvorbis'];
    const files = await Promise.all([
      film({ ending: 'mov' }),
      film({ ending: 'webm', options: [...vp8, '-live', '1'] }),
      film({ ending: 'mkv' }),
    ]);
    const videos = await Promise.all(files.map((file) => uploaded(file, 'lives')));
    await media.work();
    for (const video of videos) {
      expect(await stateOf(video)).toMatchObject({ state: 'ready', duration: '0:01', width: 160, height: 90 });
      expect((await probed(await fetched(itemPath(video.id, '720.mp4')))).format.format_name).toContain('mp4');
    }
  });

  test('fits a video larger than 720p, upright ones upright, with even sides', async () => {
    const [wide, upright] = await Promise.all([
      uploaded(await film({ size: '1922x1081', options: ['-c:v', 'mpeg4', '-an'] })),
      uploaded(await film({ size: '540x1920', options: ['-c:v', 'mpeg4', '-an'] })),
    ]);
    await media.work();
    expect(await stateOf(wide)).toMatchObject({ state: 'ready', width: 1280, height: 720 });
    expect(await stateOf(upright)).toMatchObject({ state: 'ready', width: 360, height: 1280 });
  });

  test('makes a cover video public, without sound, and of at most fifteen seconds', async () => {
    const sent = await media.api
      .post(`/api/upload/cover-video/${newSlug()}`)
      .set('authorization', authorization)
      .attach('cover_video', await film({ seconds: 17 }), 'cover.mp4');
    expect(sent.status).toBe(201);
    const id = idIn(sent.body.filePath as string);
    expect(sent.body).toEqual({ filePath: `/uploads/public/${id}/720.mp4` });
    await media.api.get(sent.body.filePath as string).expect(404);
    await media.work();
    const { body } = await media.api
      .get(sent.body.filePath as string)
      .buffer(true)
      .parse(binary)
      .expect(200)
      .expect('content-type', 'video/mp4');
    const { streams, format } = await probed(body as Buffer);
    expect(streams.map(({ codec_type: type }) => type)).toEqual(['video']);
    expect(Number(format.duration)).toBeLessThanOrEqual(15.1);
    await media.api.get(`/uploads/public/${id}/poster-640.webp`).expect(200);
  });
});

describe('The worker', () => {
  test('publishes the failure of an unreadable video once', async () => {
    const whole = await film({
      seconds: 2,
      options: ['-c:v', 'libx264', '-preset', 'ultrafast', '-an', '-movflags', '+faststart'],
    });
    const mdat = whole.indexOf('mdat');
    const broken = await uploaded(
      Buffer.concat([whole.subarray(0, mdat + 4), Buffer.alloc(whole.length - mdat - 4, 0xff)]),
    );
    await media.work();
    await media.work();
    expect(await stateOf(broken)).toMatchObject({ state: 'failed', failure: 'unreadable', image: null });
    const [, failed, ...more] = await media.eventsOf(broken.id);
    expect(failed).toMatchObject({
      name: 'asset.failed',
      revision: 2,
      data: { id: broken.id, kind: 'video', reason: expect.stringMatching(/^(video|empty|no-picture)$/) },
    });
    expect(more).toEqual([]);
  });

  test('discards what a stopped worker has made; the next one does it', async () => {
    const video = await uploaded(await film({ seconds: 10, size: '960x540', options: ['-c:v', 'mpeg4', '-an'] }));
    const stopping = media.newWorker();
    const working = media.work(stopping);
    await eventually(async () => (await media.filesIn('work')).length > 0, 'ffmpeg writes');
    stopping.interrupt();
    await expect(working).rejects.toThrow('the worker stops');
    expect(await stateOf(video)).toMatchObject({ state: 'processing' });
    expect(await media.filesIn('work')).toEqual([]);
    const { rows } = await media.postgres.query('select begun from assets where id = $1', [video.id]);
    expect(rows).toEqual([{ begun: 0 }]);
    await expect(media.work(stopping)).rejects.toThrow('the worker stops');
    await media.work();
    expect(await stateOf(video)).toMatchObject({ state: 'ready', duration: '0:10' });
  });

  test('takes a video for the cause when three workers have ended with it, and gives it up', async () => {
    const video = await uploaded(await film({ seconds: 2 }));
    await media.postgres.query('update assets set begun = 3 where id = $1', [video.id]);
    await expect(media.work()).rejects.toMatchObject({ reason: 'ended its worker' });
    expect(await stateOf(video)).toMatchObject({ state: 'failed', failure: 'ended-its-worker' });
    expect((await media.eventsOf(video.id)).at(-1)).toMatchObject({
      name: 'asset.failed',
      data: { reason: 'ended its worker' },
    });
    await media.work();
  });

  test('leaves nothing of a video that is deleted while it is processed', async () => {
    const before = (await media.files()).length;
    const video = await uploaded(await film({ seconds: 5, size: '640x360' }));
    const working = media.work();
    await eventually(async () => (await media.filesIn('work')).length > 0, 'ffmpeg writes');
    await media.api
      .delete(`/api/upload/delete/${video.slug}/${video.filename}`)
      .set('authorization', authorization)
      .expect(200);
    await working;
    expect((await media.eventsOf(video.id)).map(({ name }) => name)).toEqual(['asset.uploaded', 'asset.deleted']);
    expect(await media.files()).toHaveLength(before);
    expect((await media.postgres.query('select from files where asset_id is null')).rowCount).toBe(0);
  });
});
