import { request } from 'node:http';
import { filenameOf, itemPath } from 'contracts/media';
import { surrogateKeyOfAsset } from 'service-kit/surrogate-keys';
import { clock, fetched, get, media, owner, paid, photoOf, signed, startWith } from './delivery-harness.ts';
import { BUCKET, FOLDER, PRIVATE_BUCKET, withEach } from './drivers.ts';
import { ADMINISTRATOR, newAffiliate, newSubscriber } from './harness.ts';
import type { Known } from './harness.ts';

withEach([FOLDER, BUCKET, PRIVATE_BUCKET], (driver) => {
  startWith(driver);

  describe.each(['locked', 'unlocked'] as const)('A scheduled photo, %s', (access) => {
    test('is delivered to owner and administrator alone until its time, then by the clock as any other', async () => {
      const { assetId, path, slug, id, affiliateId } = await photoOf(access);
      const due = clock.now + 30_000;
      const publishAt = new Date(due).toISOString();
      await media.model({ id, slug, affiliateId, assets: [{ id: assetId, access, publishAt }] }, 'model.updated');
      const processed = (await media.eventsOf(assetId)).find(({ name }) => name === 'asset.processed');
      const blur = `/uploads/blur/${(processed?.data as { blurId: string }).blurId}.webp`;
      const subscriber = await paid();
      const keysOf = async (path: string) =>
        (await media.api.get(path).redirects(0)).headers['surrogate-key'] as unknown;
      expect(await keysOf(blur)).toBeUndefined();
      const statuses = async () => ({
        plain: (await get(path)).status,
        subscriber: (await signed(path, subscriber)).status,
        owner: (await signed(path, owner)).status,
        administrator: (await signed(path, ADMINISTRATOR)).status,
        blur: (await get(blur)).status,
      });
      const early = { plain: 401, subscriber: 403, owner: 200, administrator: 200, blur: 404 };
      expect(await statuses()).toEqual(early);
      clock.now = due - 1;
      expect(await statuses()).toEqual(early);
      clock.now = due;
      expect(await statuses()).toEqual({
        plain: access === 'locked' ? 401 : 200,
        subscriber: 200,
        owner: 200,
        administrator: 200,
        blur: 200,
      });
      // The address of a blurred picture does not contain the id of the asset.
      expect(await keysOf(blur)).toBe(surrogateKeyOfAsset(assetId));
    });
  });

  describe('A locked photo', () => {
    let locked: Awaited<ReturnType<typeof photoOf>>;
    let subscriber: Known;
    beforeAll(async () => {
      locked = await photoOf('locked');
      subscriber = await paid();
    });

    test('delivers with a valid signature, viewer and entitlement, uncached', async () => {
      const shown: Record<string, string>[] = [
        { authorization: await media.bearer(subscriber) },
        { cookie: await media.cookie(subscriber) },
      ];
      for (const headers of shown) {
        const response = await get(media.sign(locked.path, subscriber), headers);
        expect({
          status: response.status,
          type: response.headers['content-type'],
          cache: response.headers['cache-control'],
        }).toEqual({ status: 200, type: 'image/webp', cache: 'private, no-store' });
      }
    });

    /** Each of the three parameters, right or wrong in every way. */
    const signatures = {
      'a good signature': (path: string, viewer: Known) => media.sign(path, viewer, clock.now),
      'no signature': (path: string) => path,
      'one of another rendition': (path: string, viewer: Known) =>
        media.sign(path.replace('640.webp', '1280.webp'), viewer, clock.now).replace('1280.webp', '640.webp'),
      'one of another viewer': (path: string) => media.sign(path, newSubscriber(), clock.now),
      'one that has expired': (path: string, viewer: Known) => media.sign(path, viewer, clock.now - 6 * 60_000),
      'one whose end was moved': (path: string, viewer: Known) =>
        media
          .sign(path, viewer, clock.now - 6 * 60_000)
          .replace(/expires=\d+/, `expires=${Math.floor(clock.now / 1000) + 300}`),
      'one without its end': (path: string, viewer: Known) =>
        media.sign(path, viewer, clock.now).replace(/expires=\d+&/, ''),
      'one given twice': (path: string, viewer: Known) =>
        `${media.sign(path, viewer, clock.now)}&viewer=administrator%3Amain`,
    };
    const credentials: Record<string, (viewer: Known) => Promise<Record<string, string>>> = {
      'its token': async (viewer) => ({ authorization: await media.bearer(viewer) }),
      'its view cookie': async (viewer) => ({ cookie: await media.cookie(viewer) }),
      'its view cookie among others': async (viewer) => ({
        cookie: `a=b; ${await media.cookie(newAffiliate())}; ${await media.cookie(viewer)}; admin_view=broken`,
        authorization: await media.bearer(newSubscriber()),
      }),
      nothing: async () => ({}),
      'a broken token': async () => ({ authorization: 'Bearer a.b.c' }),
      'another subscriber’s token': async () => ({ authorization: await media.bearer(await paid()) }),
      'its view cookie’s token as bearer': async (viewer) => ({
        authorization: `Bearer ${await media.tokenOf(viewer, 'view')}`,
      }),
      'its token in the cookie': async (viewer) => ({ cookie: `subscriber_view=${await media.tokenOf(viewer)}` }),
      'the owner’s token': async () => ({ authorization: await media.bearer(owner) }),
    };
    const entitlements: Record<string, () => Promise<Known>> = {
      'who has paid': paid,
      'who never paid': async () => newSubscriber(),
      'whose time is over': async () => {
        const viewer = newSubscriber();
        await media.pays(viewer, clock.now - 1);
        return viewer;
      },
      'who was paid back': async () => {
        const viewer = await paid();
        await media.consume('subscription.revoked', { subscriberId: viewer.id, paidUntil: null });
        return viewer;
      },
    };
    const good = {
      signatures: ['a good signature'],
      credentials: ['its token', 'its view cookie', 'its view cookie among others'],
      entitlements: ['who has paid'],
    };
    const combinations = Object.keys(signatures).flatMap((signature) =>
      Object.keys(credentials).flatMap((credential) =>
        Object.keys(entitlements).map((entitlement) => [signature, credential, entitlement] as const),
      ),
    );

    test('rejects in French without a valid signature, viewer or entitlement', async () => {
      const outcomes = await Promise.all(
        combinations.map(async ([signature, credential, entitlement]) => {
          const viewer = await entitlements[entitlement]!();
          const { status, headers, body } = await get(
            signatures[signature as keyof typeof signatures](locked.path, viewer),
            await credentials[credential]!(viewer),
          );
          const isGood =
            good.signatures.includes(signature) &&
            good.credentials.includes(credential) &&
            good.entitlements.includes(entitlement);
          const isAsExpected = isGood
            ? status === 200
            : [401, 403].includes(status) &&
              headers['cache-control'] === 'no-store' &&
              typeof body.error === 'string' &&
              typeof body.code === 'string';
          return isAsExpected ? [] : [{ signature, credential, entitlement, status }];
        }),
      );
      expect(outcomes.flat()).toEqual([]);
      expect(outcomes).toHaveLength(8 * 9 * 4);
    });

    test('rejects a visitor with 401 and another viewer with 403', async () => {
      expect((await get(media.sign(locked.path, subscriber))).body).toMatchObject({
        code: 'AUTHENTICATION_REQUIRED',
        error: 'Vous devez vous connecter.',
      });
      expect(await get(media.sign(locked.path, subscriber), { authorization: 'Bearer a.b.c' })).toMatchObject({
        status: 401,
        body: { code: 'SESSION_EXPIRED' },
      });
      expect(
        await get(media.sign(locked.path, subscriber), { authorization: await media.bearer(await paid()) }),
      ).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    });

    test('delivers to the administrator and the owner, and nothing to another affiliate', async () => {
      expect((await signed(locked.path, ADMINISTRATOR)).status).toBe(200);
      expect((await signed(locked.path, owner)).status).toBe(200);
      expect((await signed(locked.path, newAffiliate())).status).toBe(403);
    });

    test('rejects the next part of the file after a refund, and a late older event opens nothing', async () => {
      const viewer = newSubscriber();
      await media.pays(viewer, clock.now + 60_000, 1_001);
      expect((await signed(locked.path, viewer)).status).toBe(200);
      await media.consume('subscription.revoked', { subscriberId: viewer.id, paidUntil: null }, 1_003);
      const part = await get(media.sign(locked.path, viewer), {
        authorization: await media.bearer(viewer),
        range: 'bytes=0-9',
      });
      expect(part.status).toBe(403);
      await media.consume(
        'subscription.renewed',
        { subscriberId: viewer.id, paidUntil: new Date(clock.now + 60_000).toISOString() },
        1_002,
      );
      expect((await signed(locked.path, viewer)).status).toBe(403);
      await media.consume(
        'subscription.activated',
        { subscriberId: viewer.id, paidUntil: new Date(clock.now + 60_000).toISOString() },
        1_004,
      );
      expect((await signed(locked.path, viewer)).status).toBe(200);
    });

    test('rejects it after the end of the paid time', async () => {
      const viewer = await paid();
      expect((await signed(locked.path, viewer)).status).toBe(200);
      clock.now += 61_000;
      expect((await signed(locked.path, viewer)).status).toBe(403);
    });
  });

  describe('A file in parts', () => {
    let path: string;
    let whole: Buffer;
    let etag: string;
    beforeAll(async () => {
      ({ path } = await photoOf('unlocked'));
      const response = await get(path);
      whole = response.body as Buffer;
      etag = response.headers.etag as string;
    });
    const part = async (range: string, headers: Record<string, string> = {}) => get(path, { range, ...headers });

    test.each([
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, null],
      ['bytes=-7', -7, null],
      ['bytes=5-999999999', 5, null],
      ['bytes=-999999999', 0, null],
    ])('sends exactly the range %s', async (range, from, to) => {
      const { status, body, headers } = await part(range);
      const expected = whole.subarray(from, to === null ? undefined : to + 1);
      const start = from < 0 ? whole.length + from : from;
      expect({ status, range: headers['content-range'], length: headers['content-length'] }).toEqual({
        status: 206,
        range: `bytes ${start}-${start + expected.length - 1}/${whole.length}`,
        length: String(expected.length),
      });
      expect((body as Buffer).equals(expected)).toBe(true);
    });
    test.each(['bytes=999999999-', 'bytes=-0'])('rejects the range %s with 416', async (range) => {
      const { status, headers } = await part(range);
      expect({ status, range: headers['content-range'] }).toEqual({
        status: 416,
        range: driver.isRedirecting ? undefined : `bytes */${whole.length}`,
      });
    });
    test('responds to HEAD with the length and no range', async () => {
      const response = await media.api
        .head(path)
        .set('range', 'bytes=0-9')
        .expect(200)
        .expect('accept-ranges', 'bytes')
        .expect('content-length', String(whole.length));
      expect(response.headers['content-type']).toBe('image/webp');
    });

    // A store handles these in its own way.
    if (driver.isRedirecting) return;
    describe('that the service delivers itself', () => {
      test.each(['bytes=9-5', 'bytes=0-1,4-5', 'bytes=a-b', 'lines=0-1', 'bytes=-'])(
        'sends the whole file for %s, which is none or several ranges',
        async (range) => {
          expect((await part(range)).status).toBe(200);
        },
      );
      test('applies If-Range by the tag', async () => {
        expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206);
        expect((await part('bytes=0-9', { 'if-range': '"another"' })).status).toBe(200);
      });
      test('sends nothing again to a client that has it already', async () => {
        await fetched(path, { 'if-none-match': `"x", W/${etag}` }).expect(304);
        await fetched(path, { 'if-none-match': '"x"' }).expect(200);
      });
    });
  });

  describe('Hostile addresses', () => {
    /** Sends the path unchanged, without the normalisation of an HTTP client. */
    const raw = (path: string, method = 'GET') =>
      new Promise<number>((resolve, reject) => {
        request(new URL(media.url), { path, method }, (response) => resolve(response.resume().statusCode ?? 0))
          .on('error', reject)
          .end();
      });

    test('takes an address that tries to be a path for an unknown name', async () => {
      const { assetId } = await photoOf('unlocked');
      const names = [
        '..%2f..%2foriginal',
        '..%2F640.webp',
        '640.webp%00',
        '%00',
        '%2e%2e',
        'original',
        'blurred',
        'blurred.webp',
        '640.webp%2f..',
        '640.WEBP',
        '641.webp',
        'constructor',
        '%ff',
        "640.webp'--",
        filenameOf(assetId, 'photo'),
      ];
      for (const name of names)
        for (const area of ['items', 'public'])
          expect([name, await raw(`/uploads/${area}/${assetId}/${name}`)]).toEqual([name, 404]);
      for (const id of ['..%2f..%2fetc', assetId.toUpperCase(), `${assetId}%00`, '*', '%27', `${assetId}.webp`]) {
        expect([id, await raw(`/uploads/items/${id}/640.webp`)]).toEqual([id, 404]);
        expect([id, await raw(`/uploads/blur/${id}.webp`)]).toEqual([id, 404]);
      }
      for (const path of [
        '/uploads/',
        '/uploads/../package.json',
        '/uploads/items',
        '/uploads//etc/passwd',
        '/uploads/blur/..%2f..%2fx.webp',
      ])
        expect([path, await raw(path)]).toEqual([path, 404]);
    });

    test('rejects other methods with 405', async () => {
      const { path } = await photoOf('unlocked');
      for (const method of ['POST', 'PUT', 'DELETE']) expect(await raw(path, method)).toBe(405);
    });

    test('leads nowhere with the blurred picture’s name in any other place', async () => {
      const { assetId } = await photoOf('locked');
      const processed = (await media.eventsOf(assetId)).find(({ name }) => name === 'asset.processed');
      const { blurId } = processed?.data as { blurId: string };
      for (const path of [
        itemPath(blurId, '640.webp'),
        `/uploads/public/${blurId}/640.webp`,
        `/uploads/blur/${assetId}.webp`,
      ])
        await media.api.get(path).expect(404);
    });
  });
});
