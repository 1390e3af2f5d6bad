import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemPath } from 'contracts/media';
import { eventually } from 'testing/eventually';
import { HLS_RENDITION } from '../src/assets/hls-names.ts';
import { BUCKET, FOLDER, withEach } from './drivers.ts';
import { film, probed } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

const SECONDS = 31;
const PLAYLIST = 'application/vnd.apple.mpegurl';
let wide: Buffer;
let tiny: Buffer;
/** Folder of a stand-in for ffmpeg: for HLS it first runs the commands in the file `mood`, then the real ffmpeg. */
let folder: string;
const moods = { fails: 'exit 1', 'takes for ever': 'exec sleep 60' } as const;
const setMood = (mood: keyof typeof moods | null) => writeFile(join(folder, 'mood'), mood ? moods[mood] : '');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-ffmpeg-'));
  const program = join(folder, 'ffmpeg');
  await writeFile(program, `#!/bin/sh\ncase "$*" in *"-f hls"*) . '${folder}/mood';; esac\nexec ffmpeg "$@"\n`);
  await chmod(program, 0o700);
  await setMood(null);
  process.env.FFMPEG_PATH = program;
  [wide, tiny] = await Promise.all([film({ seconds: SECONDS, size: '480x400' }), film({ seconds: SECONDS })]);
});
afterAll(async () => {
  delete process.env.FFMPEG_PATH;
  await rm(folder, { recursive: true });
});

/** Returns the addresses in a playlist. */
const addressesIn = (playlist: string): string[] => [...playlist.matchAll(/^[^#\n].*$/gm)].map(([line]) => line);
const segmentsOf = (playlist: string) =>
  [...playlist.matchAll(/#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(
    ([, ...numbers]) => numbers.map(Number) as [seconds: number, bytes: number, from: number],
  );

withEach([FOLDER, BUCKET], (driver) => {
  let media: MediaHarness;
  let clock: number;
  beforeAll(async () => {
    clock = Date.now();
    media = await startMedia({ clock: () => clock }, driver);
  });
  afterAll(() => media.stop());
  beforeEach(async () => {
    clock = Date.now();
    await setMood(null);
  });

  const uploaded = async (file: Buffer) => {
    const slug = newSlug();
    const { body } = await media.upload(ADMINISTRATOR, slug, file, { fileType: 'lives' });
    const id = idIn(body.filename);
    return { id, slug, filename: body.filename as string, path: (name: string) => itemPath(id, name) };
  };
  const made = async (file: Buffer) => {
    const replay = await uploaded(file);
    await media.work();
    const model = { id: crypto.randomUUID(), slug: replay.slug };
    const show = (access: 'locked' | 'unlocked') =>
      media.model({ ...model, assets: [{ id: replay.id, access }] }, 'model.updated');
    await show('locked');
    return { ...replay, show };
  };
  const get = async (url: string, headers: Record<string, string> = {}) => media.api.get(url).set(headers).buffer(true);
  const textOf = async (url: string, headers: Record<string, string> = {}) => {
    const { status, headers: responded, text } = await get(url, headers);
    expect([status, responded['content-type']]).toEqual([200, PLAYLIST]);
    return { text, cache: responded['cache-control'] };
  };
  const paid = async (): Promise<Known> => {
    const viewer = newSubscriber();
    await media.pays(viewer, clock + 3_600_000);
    return viewer;
  };
  const processed = async (id: string) =>
    (await media.eventsOf(id)).find(({ name }) => name === 'asset.processed')?.data;

  describe('A locked replay', () => {
    let replay: Awaited<ReturnType<typeof made>>;
    beforeAll(async () => {
      replay = await made(wide);
    });
    /** Fetches everything that this viewer's player gets: the playlist, the playlists that it names, and their files. */
    const openFor = async (viewer: Known) => {
      const headers = { cookie: await media.cookie(viewer) };
      const master = await textOf(media.sign(replay.path(HLS_RENDITION), viewer, clock), headers);
      const addresses = addressesIn(master.text);
      const variants = await Promise.all(
        addresses.map(async (address) => ({ address, ...(await textOf(address, headers)) })),
      );
      return {
        headers,
        master,
        variants: variants.map((variant) => ({ ...variant, file: addressesIn(variant.text)[0] ?? '' })),
      };
    };

    test('is published once the worker has made it, and no work file remains', async () => {
      expect(await processed(replay.id)).toMatchObject({
        hasHls: true,
        durationMs: expect.closeTo(SECONDS * 1000, -3),
      });
      expect(
        (
          await media.postgres.query<{ name: string }>(
            `select name from files where asset_id = $1 and name like 'hls%' order by name`,
            [replay.id],
          )
        ).rows.map(({ name }) => name),
      ).toEqual(['hls-full.m3u8', 'hls-full.mp4', 'hls-small.m3u8', 'hls-small.mp4', 'hls.m3u8']);
      expect(await media.filesIn('work')).toEqual([]);
    });

    test('leads a paying subscriber from playlists to playlists and files, the small one first, uncached', async () => {
      const { master, variants } = await openFor(await paid());
      expect(master.text).toMatch(/^#EXTM3U\n/);
      const listed = [
        ...master.text.matchAll(/BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+),RESOLUTION=(\w+),CODECS="(.+)"/g),
      ].map(([, peak, average, size, codecs]) => ({ peak: Number(peak), average: Number(average), size, codecs }));
      expect(listed).toMatchObject([{ size: '432x360' }, { size: '480x400' }]);
      for (const { peak, average, codecs } of listed) {
        expect(average).toBeGreaterThan(10_000);
        expect(peak).toBeGreaterThanOrEqual(average);
        expect(codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/);
      }
      expect(listed[0]?.peak).toBeLessThan(700_000);
      expect([master, ...variants].map(({ cache }) => cache)).toEqual(Array(3).fill('private, no-store'));
      expect(variants.map(({ address, file }) => [address, file].map((url) => url.split('?')[0]))).toEqual(
        ['small', 'full'].map((name) => [replay.path(`hls-${name}.m3u8`), replay.path(`hls-${name}.mp4`)]),
      );
    });

    test('serves each segment itself, with the boundaries of the other variant', async () => {
      const { headers, variants } = await openFor(await paid());
      const times = variants.map(({ text }) => segmentsOf(text).map(([seconds]) => Math.round(seconds)));
      expect(times).toEqual(Array(2).fill([6, 6, 6, 6, 6, 1]));
      for (const { file, text } of variants) {
        for (const [, bytes, from] of segmentsOf(text)) {
          const part = await get(file, { ...headers, range: `bytes=${from}-${from + bytes - 1}` });
          expect([
            part.status,
            part.headers['content-type'],
            (part.body as Buffer).length,
            (part.body as Buffer).toString('latin1', 4, 8),
          ]).toEqual([206, 'video/mp4', bytes, expect.stringMatching(/^(moof|styp|sidx)$/)]);
        }
        const whole = (await get(file, headers)).body as Buffer;
        const { streams, format } = await probed(whole);
        expect(streams.map(({ codec_name: codec }) => codec)).toEqual(['h264', 'aac']);
        expect(Math.abs(Number(format.duration) - SECONDS)).toBeLessThan(0.5);
      }
    });

    test('serves nothing to another subscriber, a visitor, or without a signature', async () => {
      const viewer = await paid();
      const { variants } = await openFor(viewer);
      const urls = [
        media.sign(replay.path(HLS_RENDITION), viewer, clock),
        ...variants.flatMap(({ address, file }) => [address, file]),
      ];
      const other = { cookie: await media.cookie(await paid()) };
      const own = { cookie: await media.cookie(viewer) };
      for (const url of urls) {
        const [bare = ''] = url.split('?');
        const moved = urls.find((candidate) => !candidate.startsWith(bare))?.split('?')[1];
        const responses = await Promise.all([get(url), get(url, other), get(bare, own), get(`${bare}?${moved}`, own)]);
        expect([bare, ...responses.map(({ status }) => status)]).toEqual([bare, 401, 403, 403, 403]);
      }
      const unpaid = newSubscriber();
      expect(
        (await get(media.sign(replay.path(HLS_RENDITION), unpaid, clock), { cookie: await media.cookie(unpaid) }))
          .status,
      ).toBe(403);
    });

    test('serves the film’s files as long as it lasts, and none after a refund', async () => {
      const viewer = await paid();
      const { headers, variants } = await openFor(viewer);
      const statuses = async () =>
        Promise.all(variants.map(async ({ file }) => (await get(file, { ...headers, range: 'bytes=0-9' })).status));
      clock += (4 * 60 + SECONDS) * 1000;
      expect(await statuses()).toEqual([206, 206]);
      clock += 2 * 60_000;
      expect(await statuses()).toEqual([403, 403]);
      clock = Date.now();
      expect(await statuses()).toEqual([206, 206]);
      await media.consume('subscription.revoked', { subscriberId: viewer.id, paidUntil: null });
      expect(await statuses()).toEqual([403, 403]);
    });

    test('serves nothing under a similar name', async () => {
      for (const name of [
        'hls',
        'hls.mp4',
        'hls-full',
        'hls-720.mp4',
        'hls-full.ts',
        'HLS.m3u8',
        'hls.m3u8%00',
        'hls-full.m3u8%2f..',
        '..%2fhls.m3u8',
        'hls-fullhls-full.mp4',
        'xhls-full.mp4',
      ])
        expect([
          name,
          (
            await get(media.sign(replay.path(name), ADMINISTRATOR, clock), {
              authorization: await media.bearer(ADMINISTRATOR),
            })
          ).status,
        ]).toEqual([name, 404]);
      for (const name of [HLS_RENDITION, 'hls-full.mp4'])
        expect((await get(replay.path(name).replace('items', 'public'))).status).toBe(404);
    });

    test('plays an unlocked film for everyone from plain names, a minute from a copy', async () => {
      await replay.show('unlocked');
      const { text, cache } = await textOf(replay.path(HLS_RENDITION));
      expect([addressesIn(text), cache]).toEqual([['hls-small.m3u8', 'hls-full.m3u8'], 'public, max-age=60']);
      const variant = await textOf(replay.path('hls-small.m3u8'));
      expect(new Set(addressesIn(variant.text))).toEqual(new Set(['hls-small.mp4']));
      expect(await get(replay.path('hls-small.mp4'), { range: 'bytes=4-7' })).toMatchObject({
        status: 206,
        headers: { 'cache-control': 'public, max-age=60', 'content-type': 'video/mp4' },
        body: Buffer.from('ftyp'),
      });
    });

    test('stores nothing of a deleted film any more', async () => {
      const before = (await media.files()).length;
      await media.api
        .delete(`/api/upload/delete/${replay.slug}/${replay.filename}`)
        .set('authorization', await media.bearer(ADMINISTRATOR))
        .expect(200);
      expect(before - (await media.files()).length).toBe(11);
      expect(
        (
          await get(media.sign(replay.path(HLS_RENDITION), ADMINISTRATOR, clock), {
            authorization: await media.bearer(ADMINISTRATOR),
          })
        ).status,
      ).toBe(404);
    });
  });

  // The worker's behaviour does not depend on the storage.
  if (driver.isRedirecting) return;
  test('has the film ready without HLS when that cannot be made', async () => {
    await setMood('fails');
    const { id, path, show } = await made(tiny);
    await show('unlocked');
    expect(await processed(id)).toMatchObject({ hasHls: false, width: 160 });
    expect((await get(path(HLS_RENDITION))).status).toBe(404);
    expect((await get(path('720.mp4'))).status).toBe(200);
    expect(await media.filesIn('work')).toEqual([]);
  });

  test('discards the HLS of a stopped worker; the next one makes all of it, in one variant for a small film', async () => {
    await setMood('takes for ever');
    const { id, path } = await uploaded(tiny);
    const stopping = media.newWorker();
    const working = media.work(stopping);
    const isAt = async (name: string) =>
      (await readdir(media.folders.work, { recursive: true })).some((file) => file.endsWith(name));
    await eventually(() => isAt('frame.png'), 'the MP4 is made');
    stopping.interrupt();
    await expect(working).rejects.toThrow('the worker stops');
    expect([await processed(id), await media.filesIn('work')]).toEqual([undefined, []]);
    await setMood(null);
    await media.work();
    expect(await processed(id)).toMatchObject({ hasHls: true });
    const { text } = await textOf(media.sign(path(HLS_RENDITION), ADMINISTRATOR, clock), {
      authorization: await media.bearer(ADMINISTRATOR),
    });
    expect(addressesIn(text).map((address) => address.split('?')[0])).toEqual([path('hls-full.m3u8')]);
  });
});
