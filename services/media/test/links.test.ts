import { itemPath } from 'contracts/media';
import { BUCKET, withEach } from './drivers.ts';
import { film, jpeg } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { MediaHarness } from './harness.ts';

withEach([BUCKET], (driver) => {
  let media: MediaHarness;
  let clock: number;
  beforeAll(async () => {
    media = await startMedia({ clock: () => clock }, driver);
  });
  afterAll(() => media.stop());
  beforeEach(() => {
    clock = Date.now();
  });

  const itemOf = async (
    access: 'unlocked' | 'locked',
    file: Buffer,
    fileType: 'photos' | 'videos',
    rendition: string,
  ) => {
    const slug = newSlug();
    const { body } = await media.upload(ADMINISTRATOR, slug, file, { fileType });
    const id = idIn(body.filename);
    await media.work();
    await media.model({ slug, assets: [{ id, access }] });
    return itemPath(id, rendition);
  };
  /** Returns the redirect target of a locked item for the administrator. */
  const sent = async (path: string) => {
    const { status, headers } = await media.api
      .get(media.sign(path, ADMINISTRATOR, clock))
      .set('authorization', await media.bearer(ADMINISTRATOR));
    expect(status).toBe(307);
    return { location: new URL(headers.location as string), cache: headers['cache-control'] };
  };

  test('redirects an entitled request for a photo to the store for a minute, where it has its content type', async () => {
    const { location, cache } = await sent(await itemOf('locked', await jpeg(), 'photos', '640.webp'));
    expect(cache).toBe('private, no-store');
    expect(location.searchParams.get('X-Amz-Expires')).toBe('60');
    const response = await fetch(location);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'cache-control'].map((name) => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="640.webp"',
      'cache-control': 'private, no-store',
    });
    expect(response.status).toBe(200);
  });

  test('signs the address of a film for five minutes, with any range', async () => {
    const { location } = await sent(await itemOf('locked', await film(), 'videos', '720.mp4'));
    expect(location.searchParams.get('X-Amz-Expires')).toBe('300');
    const response = await fetch(location, { headers: { range: 'bytes=4-7' } });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      206,
      'video/mp4',
      'ftyp',
    ]);
  });

  test('is rejected by the store when the address is old or was changed', async () => {
    const path = await itemOf('locked', await jpeg(), 'photos', '640.webp');
    const { location } = await sent(path);
    const changed = [
      [
        'another object',
        (url: URL) => (url.pathname = url.pathname.replace(/.$/, (last) => (last === '0' ? '1' : '0'))),
      ],
      ['another type', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
      ['a later end', (url: URL) => url.searchParams.set('X-Amz-Expires', '604800')],
      ['no signature', (url: URL) => (url.search = '')],
    ] as const;
    for (const [what, change] of changed) {
      const url = new URL(location);
      change(url);
      expect([what, (await fetch(url)).status]).toEqual([what, 403]);
    }
    clock -= 2 * 60_000;
    expect((await fetch((await sent(path)).location)).status).toBe(403);
  });

  test('leads a viewer without the right to no store', async () => {
    const path = await itemOf('locked', await jpeg(), 'photos', '640.webp');
    const viewer = newSubscriber();
    for (const [url, headers, expected] of [
      [path, {}, 401],
      [media.sign(path, viewer, clock), { authorization: await media.bearer(viewer) }, 403],
    ] as const) {
      const response = await media.api.get(url).set(headers);
      expect([response.status, response.headers.location]).toEqual([expected, undefined]);
    }
  });

  test('keeps the address of an unlocked photo for a minute, so that browsers cache it', async () => {
    const path = await itemOf('unlocked', await jpeg(), 'photos', '640.webp');
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const at = async (time: number) => {
      clock = time;
      const { headers } = await media.api.get(path).expect(307);
      return [headers.location, headers['cache-control']];
    };
    const [first, cache] = await at(minute);
    expect(cache).toBe('private, max-age=60');
    expect(await at(minute + 59_000)).toEqual([first, 'private, max-age=1']);
    expect((await at(minute + 60_000))[0]).not.toBe(first);
    expect((await fetch(first as string)).headers.get('cache-control')).toBe('public, max-age=60');
  });
});
