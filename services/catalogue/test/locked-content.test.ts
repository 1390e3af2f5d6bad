import { randomUUID } from 'node:crypto';
import { parseMediaList } from 'contracts/media-items';
import { signedViewer } from 'service-kit/signed-urls';
import { eventually } from 'testing/eventually';
import { createHarness, MEDIA_URL_SECRET, QUIET } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const slugOf = () => `model-${randomUUID().slice(0, 8)}`;
const signedFor = (address: string) => {
  const [path = '', query = ''] = address.split('?');
  return signedViewer([MEDIA_URL_SECRET], path, Object.fromEntries(new URLSearchParams(query)), QUIET);
};

/** Creates a model with a locked and an unlocked photo and a locked video. */
const newContent = async () => {
  const slug = slugOf();
  const [locked, open, video] = await Promise.all([
    harness.newAsset('photo', slug),
    harness.newAsset('photo', slug),
    harness.newAsset('video', slug, { hasHls: true }),
  ]);
  // An item's name may contain the id of its asset: the name must not reach visitors either.
  const model = await harness.newModel({
    slug,
    photo_items: JSON.stringify([{ ...locked.item(), id: locked.id }, open.item(false)]),
    video_items: JSON.stringify([video.item()]),
  });
  return { slug, model, locked, open, video };
};

describe('locked content', () => {
  test('blurs locked items without a link for a visitor, and shows unlocked ones', async () => {
    const { slug, locked, open, video } = await newContent();
    const unpaid = `Bearer ${await harness.tokenOf({ role: 'subscriber', id: randomUUID() })}`;
    for (const token of [
      undefined,
      unpaid,
      (await harness.paidSubscriber(new Date(QUIET - 1).toISOString())).token,
      (await harness.paidSubscriber(null)).token,
      (await harness.newAffiliate()).token,
    ]) {
      const view = await harness.read(slug, token);
      expect(JSON.stringify(view)).not.toContain(locked.id);
      expect(JSON.stringify(view)).not.toContain(video.id);
      expect(JSON.stringify(view)).not.toContain('signature');
      const blur = `/uploads/blur/${locked.blurId}.webp`;
      expect(parseMediaList(view.photo_items)).toMatchObject([
        {
          id: locked.blurId,
          filename: `${locked.blurId}.webp`,
          filePath: blur,
          image: blur,
          likes: 3,
          isLocked: true,
          isViewable: false,
        },
        {
          filename: open.filename,
          filePath: `/uploads/items/${open.id}/1280.webp`,
          image: `/uploads/items/${open.id}/640.webp`,
          isLocked: false,
          isViewable: true,
        },
      ]);
      expect(parseMediaList(view.video_items)).toMatchObject([
        { filePath: `/uploads/blur/${video.blurId}.webp`, isViewable: false, duration: '1:05' },
      ]);
    }
  });

  test('signs locked items for the subscriber who has paid alone', async () => {
    const { slug, locked, open, video } = await newContent();
    const { id, token } = await harness.paidSubscriber();
    const view = await harness.read(slug, token);
    const [first, second] = parseMediaList(view.photo_items);
    expect(first).toMatchObject({ filename: locked.filename, isLocked: true, isViewable: true });
    expect(first?.filePath).toMatch(new RegExp(`^/uploads/items/${locked.id}/1280\\.webp\\?`));
    expect(first?.image).toMatch(new RegExp(`^/uploads/items/${locked.id}/640\\.webp\\?`));
    expect(signedFor(first?.filePath ?? '')).toBe(`subscriber:${id}`);
    expect(signedFor(first?.image ?? '')).toBe(`subscriber:${id}`);
    expect(second?.filePath).toBe(`/uploads/items/${open.id}/1280.webp`);
    const [film] = parseMediaList(view.video_items);
    expect(film?.filePath).toMatch(new RegExp(`^/uploads/items/${video.id}/720\\.mp4\\?`));
    expect(film?.hls).toMatch(new RegExp(`^/uploads/items/${video.id}/hls\\.m3u8\\?`));
    expect(signedFor(film?.hls ?? '')).toBe(`subscriber:${id}`);
    expect([first, second].map((item) => item?.hls)).toEqual([undefined, undefined]);
    expect(film?.image).toMatch(new RegExp(`^/uploads/items/${video.id}/poster-640\\.webp\\?`));
    expect(view.telegram_link).toBeUndefined();
  });

  test('blurs the items again when the payment is taken back or expires, and a late event does not reopen them', async () => {
    const { slug } = await newContent();
    const { id, token } = await harness.paidSubscriber();
    const isOpen = async () => parseMediaList((await harness.read(slug, token)).photo_items)[0]?.isViewable;
    expect(await isOpen()).toBe(true);
    await harness.send('subscription.revoked', { subscriberId: id, paidUntil: null }, 5);
    expect(await isOpen()).toBe(false);
    await harness.send(
      'subscription.renewed',
      { subscriberId: id, paidUntil: new Date(QUIET + 3_600_000).toISOString() },
      4,
    );
    expect(await isOpen()).toBe(false);
    await harness.send(
      'subscription.activated',
      { subscriberId: id, paidUntil: new Date(QUIET + 1_000).toISOString() },
      6,
    );
    expect(await isOpen()).toBe(true);
    harness.clock.now = QUIET + 1_000;
    expect(await isOpen()).toBe(false);
    harness.clock.now = QUIET;
  });

  test('signs everything for the administrator and the owning affiliate', async () => {
    const affiliate = await harness.newAffiliate();
    const slug = slugOf();
    const photo = await harness.newAsset('photo', slug, { uploader: affiliate.id });
    await harness.newModel(
      { slug, photo_items: JSON.stringify([photo.item()]) },
      affiliate.token,
      `/api/affiliates/${affiliate.slug}/models`,
    );
    for (const [token, key] of [
      [harness.administrator, 'administrator:main'],
      [affiliate.token, `affiliate:${affiliate.id}`],
    ] as const) {
      const [item] = parseMediaList((await harness.read(slug, token)).photo_items);
      expect(item).toMatchObject({ isViewable: true, state: 'ready' });
      expect(signedFor(item?.filePath ?? '')).toBe(key);
    }
  });

  test('hides a file that is not ready from visitors, and shows the panel its state', async () => {
    const slug = slugOf();
    const [waiting, broken] = await Promise.all([
      harness.newAsset('video', slug, { state: 'uploaded' }),
      harness.newAsset('video', slug, { state: 'uploaded' }),
    ]);
    const { id: _id, ...item } = waiting.item();
    const unknown = { id: randomUUID(), filename: `${randomUUID()}.mp4`, likes: null, isLocked: true };
    const model = await harness.newModel({
      slug,
      video_items: JSON.stringify([{ id: 'a', ...item }, broken.item(), unknown]),
    });
    const { blurId: _blurId, finish: _finish, item: _item, filename: _filename, ...facts } = broken;
    await harness.send('asset.failed', { ...facts, reason: 'ended its worker' });
    expect(parseMediaList((await harness.read(slug)).video_items)).toEqual([]);
    const states = async () =>
      parseMediaList((await harness.read(slug, harness.administrator)).video_items).map(
        ({ state, failure, filePath, image }) => [state, failure, filePath === '', image === ''],
      );
    expect(await states()).toEqual([
      ['processing', undefined, true, true],
      ['failed', 'ended-its-worker', true, true],
      ['processing', undefined, true, true],
    ]);

    const editRevision = (await harness.read(slug, harness.administrator)).edit_revision;
    await waiting.finish();
    expect(parseMediaList((await harness.read(slug)).video_items)).toMatchObject([
      { isViewable: false, duration: '1:05' },
    ]);
    expect((await harness.read(slug, harness.administrator)).edit_revision).toBe(editRevision);
    const events = await harness.publishedOf(model.id);
    expect(events.map(({ name, revision }) => [name, revision])).toEqual([
      ['model.created', 1],
      ['model.updated', 2],
      ['model.updated', 3],
    ]);
    expect(await harness.announcedUses(model.id)).toEqual([
      { id: waiting.id, access: 'locked' },
      { id: broken.id, access: 'locked' },
    ]);
  });

  test('publishes the model’s facts again when an asset is known only after the save', async () => {
    const slug = slugOf();
    const assetId = randomUUID();
    const model = await harness.newModel({
      slug,
      photo_items: JSON.stringify([{ id: 'a', filename: `${assetId}.webp`, likes: null, isLocked: false }]),
    });
    expect((await harness.publishedOf(model.id)).at(-1)?.data).toMatchObject({ assets: [] });
    await harness.send('asset.uploaded', {
      id: assetId,
      modelSlug: slug,
      uploaderAffiliateId: null,
      kind: 'photo',
      bytes: 1,
    });
    expect((await harness.publishedOf(model.id)).at(-1)?.data).toMatchObject({
      assetChanges: { used: [{ id: assetId, access: 'unlocked' }], unused: [] },
    });
  });

  test('neither shows nor publishes an asset of another model, uploader or kind', async () => {
    const [affiliate, rival] = await Promise.all([harness.newAffiliate(), harness.newAffiliate()]);
    const slug = slugOf();
    const foreign = await Promise.all([
      harness.newAsset('photo', slugOf(), { uploader: affiliate.id }),
      harness.newAsset('photo', slug, { uploader: rival.id }),
      harness.newAsset('avatar', slug, { uploader: affiliate.id }),
    ]);
    const items = foreign.map((asset) => ({ ...asset.item(false), filename: asset.filename.replace(/mp4$/, 'webp') }));
    const model = await harness.newModel(
      { slug, photo_items: JSON.stringify(items) },
      affiliate.token,
      `/api/affiliates/${affiliate.slug}/models`,
    );
    const { token } = await harness.paidSubscriber();
    expect(parseMediaList((await harness.read(slug, token)).photo_items)).toEqual([]);
    expect(parseMediaList((await harness.read(slug, affiliate.token)).photo_items)).toMatchObject([
      { state: 'failed', filePath: '' },
      { state: 'failed', filePath: '' },
      { state: 'failed', filePath: '' },
    ]);
    expect((await harness.publishedOf(model.id))[0]?.data).toMatchObject({ assets: [] });
  });

  test('keeps the files of a renamed model', async () => {
    const { slug, model } = await newContent();
    const next = slugOf();
    await harness.api().put(`/api/models/${model.id}`).set('authorization', harness.administrator).send({ slug: next });
    expect(parseMediaList((await harness.read(next)).photo_items)).toHaveLength(2);
    await harness.newModel({ slug });
    expect(parseMediaList((await harness.read(next)).photo_items)).toHaveLength(2);
  });

  test('removes a deleted asset from the models, and neither a late event nor an old form restores it', async () => {
    const { slug, model, locked } = await newContent();
    const avatar = await harness.newAsset('avatar', slug);
    const path = `/uploads/public/${avatar.id}/384.webp`;
    const save = (body: object) =>
      harness.api().put(`/api/models/${model.id}`).set('authorization', harness.administrator).send(body);
    const form = { photo_items: JSON.stringify([locked.item()]), avatar_image: path };
    expect((await save(form)).status).toBe(200);
    await harness.send('asset.deleted', { id: locked.id, modelSlug: slug }, 9);
    await harness.send('asset.deleted', { id: avatar.id, modelSlug: slug }, 9);
    await locked.finish();
    const view = await harness.read(slug, harness.administrator);
    expect(view).toMatchObject({ photo_items: '[]', avatar_image: null, edit_revision: 2 });
    expect((await save(form)).body).toMatchObject({ photo_items: '[]', avatar_image: null });
  });

  test('shows saved pictures with their version, which rises when one is replaced', async () => {
    const slug = slugOf();
    const [avatar, next, film] = await Promise.all([
      harness.newAsset('avatar', slug),
      harness.newAsset('avatar', slug),
      harness.newAsset('cover-video', slug, { state: 'uploaded' }),
    ]);
    const model = await harness.newModel({
      slug,
      avatar_image: `/uploads/public/${avatar.id}/384.webp`,
      cover_video: `/uploads/public/${film.id}/720.mp4`,
      social_preview_image: 'https://site.fr/a.png',
    });
    expect(await harness.read(slug)).toMatchObject({
      avatar_image: `/uploads/public/${avatar.id}/384.webp?v=1`,
      avatar_placeholder: 'dGh1bWI=',
      cover_video: null,
      cover_poster: null,
      social_preview_image: 'https://site.fr/a.png',
    });
    expect(await harness.read(slug, harness.administrator)).toMatchObject({
      cover_video: `/uploads/public/${film.id}/720.mp4?v=1`,
      cover_poster: null,
    });
    await film.finish();
    expect(await harness.read(slug)).toMatchObject({
      cover_video: `/uploads/public/${film.id}/720.mp4?v=1`,
      cover_poster: `/uploads/public/${film.id}/poster-640.webp?v=1`,
      cover_placeholder: 'dGh1bWI=',
    });

    const save = (body: object) =>
      harness.api().put(`/api/models/${model.id}`).set('authorization', harness.administrator).send(body);
    expect((await save({ avatar_image: `/uploads/public/${avatar.id}/384.webp?v=1` })).body).toMatchObject({
      avatar_version: 1,
      cover_video_version: 1,
    });
    expect((await save({ avatar_image: `/uploads/public/${next.id}/384.webp`, cover_video: '' })).body).toMatchObject({
      avatar_image: `/uploads/public/${next.id}/384.webp?v=2`,
      avatar_version: 2,
      cover_video: null,
      cover_video_version: 2,
    });
    expect(await harness.announcedUses(model.id)).toEqual([{ id: next.id, access: 'public' }]);
  });

  test('rejects a picture with a foreign path, or a file of another', async () => {
    const slug = slugOf();
    const model = await harness.newModel({ slug });
    const [foreign, photo] = await Promise.all([harness.newAsset('avatar', slugOf()), harness.newAsset('photo', slug)]);
    const paths = [
      'https://evil.example/a.webp',
      '/uploads/public/../x.webp',
      `/uploads/items/${photo.id}/640.webp`,
      `/uploads/public/${foreign.id}/384.webp`,
      `/uploads/public/${photo.id}/640.webp`,
      'javascript:alert(1)',
    ];
    for (const path of paths)
      for (const field of ['avatar_image', ...(path.startsWith('https') ? [] : ['social_preview_image'])]) {
        const response = await harness
          .api()
          .put(`/api/models/${model.id}`)
          .set('authorization', harness.administrator)
          .send({ [field]: path });
        expect(response.status).toBe(400);
        expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', error: 'Image inconnue' });
      }
    expect(await harness.read(slug, harness.administrator)).toMatchObject({ avatar_image: null, edit_revision: 1 });
  });

  test('shows all of twenty files that become ready during a save, publishes after the last, and loses no save', async () => {
    const slug = slugOf();
    const files = await Promise.all(
      Array.from({ length: 20 }, () => harness.newAsset('video', slug, { state: 'uploaded' })),
    );
    const model = await harness.newModel({ slug, video_items: JSON.stringify(files.map(({ item }) => item())) });
    const save = harness
      .api()
      .put(`/api/models/${model.id}`)
      .set('authorization', harness.administrator)
      .send({ bio: 'Pendant' });
    const [saved] = await Promise.all([save, ...files.map(({ finish }) => finish())]);
    expect(saved.status).toBe(200);
    expect(parseMediaList((await harness.read(slug)).video_items)).toHaveLength(20);
    expect(await harness.read(slug, harness.administrator)).toMatchObject({ bio: 'Pendant', edit_revision: 2 });
    const revisions = (await harness.publishedOf(model.id)).map(({ revision }) => revision);
    expect(revisions.length).toBeGreaterThan(2);
    expect(revisions).toEqual(revisions.map((_, index) => index + 1));
  });

  test('names the asset in the last published facts when an asset event and a save cross', async () => {
    for (let round = 0; round < 10; round += 1) {
      const slug = slugOf();
      const asset = { id: randomUUID(), modelSlug: slug, uploaderAffiliateId: null, kind: 'photo' as const, bytes: 1 };
      const [model] = await Promise.all([
        harness.newModel({
          slug,
          photo_items: JSON.stringify([{ id: 'a', filename: `${asset.id}.webp`, likes: null, isLocked: true }]),
        }),
        harness.send('asset.uploaded', asset),
      ]);
      await eventually(
        async () => (await harness.announcedUses(model.id)).some(({ id }) => id === asset.id),
        'the asset is published',
      );
    }
  });
});
