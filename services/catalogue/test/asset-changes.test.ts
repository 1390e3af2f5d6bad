import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { filenameOf, publicPath } from 'contracts/media';
import { createBrokerLine } from 'testing/broker-line';
import { deliverNew } from 'testing/events';
import { createHarness, QUIET } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const MINUTE_MS = 60_000;
const slugOf = () => `model-${randomUUID().slice(0, 8)}`;
const photo = (slug: string) => harness.newAsset('photo', slug);
const save = (id: string, body: object) =>
  harness.api().put(`/api/models/${id}`).set('authorization', harness.administrator).send(body).expect(200);
const savePhotos = (id: string, items: readonly object[]) => save(id, { photo_items: JSON.stringify(items) });
/** Returns the last event of a model. */
const lastOf = async (id: string) => (await harness.publishedOf(id)).at(-1)!;
const factsOf = async (id: string) => (await lastOf(id)).data as EventData<'model.updated'>;
const models = () => harness.mongo.connection.collection<{ _id: string; revision: number }>('models');

/** Creates a model with two locked photos. */
const newContent = async () => {
  const slug = slugOf();
  const photos = [await photo(slug), await photo(slug)] as const;
  const items = [photos[0].item(), photos[1].item()] as const;
  const model = await harness.newModel({ slug, photo_items: JSON.stringify(items) });
  const whole = photos.map(({ id }) => ({ id, access: 'locked' }));
  return { slug, model, photos, items, whole };
};

describe('the event of a changed model', () => {
  test('names the assets that are used newly, otherwise, or no longer, and how many subscribers see', async () => {
    const { slug, model, photos, items } = await newContent();
    const added = await photo(slug);
    await savePhotos(model.id, [{ ...items[0], isLocked: false }, added.item()]);
    expect(await lastOf(model.id)).toMatchObject({ name: 'model.updated', version: 2 });
    const facts = await factsOf(model.id);
    expect(facts.assets).toBeUndefined();
    expect(facts.assetChanges).toEqual({
      used: [
        { id: photos[0].id, access: 'unlocked' },
        { id: added.id, access: 'locked' },
      ],
      unused: [photos[1].id],
    });
    expect(facts.contentCount).toBe(2);
  });

  test('names none where a file is processed or another field is saved', async () => {
    const { model, photos } = await newContent();
    await save(model.id, { bio: 'Bonsoir' });
    expect((await factsOf(model.id)).assetChanges).toEqual({ used: [], unused: [] });
    await photos[0].finish();
    expect(await lastOf(model.id)).toMatchObject({
      revision: 3,
      data: { assetChanges: { used: [], unused: [] }, contentCount: 2, changes: [] },
    });
  });

  test('names a file that is deleted, and one that was lost and is gained again', async () => {
    const { slug, model, photos, items } = await newContent();
    await savePhotos(model.id, [items[0]]);
    await savePhotos(model.id, items);
    expect((await factsOf(model.id)).assetChanges).toEqual({
      used: [{ id: photos[1].id, access: 'locked' }],
      unused: [],
    });
    await harness.send('asset.deleted', { id: photos[0].id, modelSlug: slug }, 9);
    expect((await factsOf(model.id)).assetChanges).toEqual({ used: [], unused: [photos[0].id] });
  });

  test('names a deleted file of every list and picture, and leaves all others', async () => {
    const slug = slugOf();
    const film = await harness.newAsset('video', slug);
    const avatar = await harness.newAsset('avatar', slug);
    const others = [await photo(slug), await photo(slug), await harness.newAsset('video', slug)] as const;
    const model = await harness.newModel({
      slug,
      avatar_image: publicPath(avatar.id, '640.webp'),
      photo_items: JSON.stringify([others[0].item(), others[1].item(false)]),
      video_items: JSON.stringify([film.item(), others[2].item()]),
      live_replays: JSON.stringify([{ ...film.item(false), likes: 4 }]),
    });
    await harness.send('asset.deleted', { id: film.id, modelSlug: slug }, 9);
    const [one, two] = ['1 (1\u00a0verrouillée, 3\u00a0likes)', '2 (2\u00a0verrouillées, 6\u00a0likes)'];
    expect(await factsOf(model.id)).toMatchObject({
      contentCount: 3,
      assetChanges: { used: [], unused: [film.id] },
      changes: [
        { field: 'video_items', before: two, after: one },
        { field: 'live_replays', before: '1 (4\u00a0likes)', after: 0 },
      ],
    });
    await harness.send('asset.deleted', { id: avatar.id, modelSlug: slug }, 9);
    expect(await factsOf(model.id)).toMatchObject({
      contentCount: 3,
      assetChanges: { used: [], unused: [avatar.id] },
      changes: [{ field: 'avatar_image' }],
    });
    expect(await harness.read(slug, harness.administrator)).toMatchObject({
      avatar_image: null,
      shown_counts: { photos: 2, videos: 1, lives: 0 },
    });
    const stored = await models().findOne({ _id: model.id });
    expect(stored).toMatchObject({
      assetIds: others.map(({ id }) => id),
      photo_items: [{ filename: others[0].filename }, { filename: others[1].filename, isLocked: false }],
      video_items: [{ filename: others[2].filename }],
      live_replays: [],
    });
    // Changes announced by earlier events are not repeated.
    await save(model.id, { bio: 'Bonsoir' });
    expect((await factsOf(model.id)).assetChanges).toEqual({ used: [], unused: [] });
  });

  test('names and counts a file whose facts arrive after the save that lists it, in each of its lists', async () => {
    const { slug, model, items } = await newContent();
    const late = {
      id: randomUUID(),
      modelSlug: slug,
      modelId: null,
      uploaderAffiliateId: null,
      kind: 'video' as const,
    };
    const filename = filenameOf(late.id, late.kind);
    await save(model.id, {
      photo_items: JSON.stringify([items[0], { ...items[1], isLocked: false }]),
      video_items: JSON.stringify([{ id: '1', filename, likes: 0, isLocked: false }]),
      live_replays: JSON.stringify([{ id: '1', filename, likes: 0, isLocked: true }]),
    });
    expect(await factsOf(model.id)).toMatchObject({
      contentCount: 2,
      assetChanges: { used: [{ access: 'unlocked' }] },
    });
    await harness.send('asset.uploaded', { ...late, bytes: 1_000 });
    expect(await factsOf(model.id)).toMatchObject({
      contentCount: 3,
      assetChanges: { used: [{ id: late.id, access: 'locked' }], unused: [] },
    });
    await harness.send('asset.failed', { ...late, bytes: 1_000, reason: 'unreadable' });
    expect(await factsOf(model.id)).toMatchObject({ contentCount: 3, assetChanges: { used: [], unused: [] } });
  });

  test('counts again after an event of a former version, which does not record its count', async () => {
    const { model, photos } = await newContent();
    const written = await models().findOneAndUpdate(
      { _id: model.id },
      { $inc: { revision: 1, 'announced.revision': 1 }, $unset: { [`announced.uses.${photos[1].id}`]: 1 } },
      { returnDocument: 'after' },
    );
    await photos[0].finish();
    expect(await lastOf(model.id)).toMatchObject({
      revision: (written?.revision ?? 0) + 1,
      data: { contentCount: 2, assetChanges: { used: [{ id: photos[1].id }], unused: [] } },
    });
  });

  test('names all assets where the state changes', async () => {
    const { model, whole } = await newContent();
    for (const state of ['archived', 'published']) {
      await save(model.id, { state });
      const facts = await factsOf(model.id);
      expect([facts.assets, facts.assetChanges]).toEqual([whole, undefined]);
    }
  });

  test('names the changes of all saves of one moment, each once', async () => {
    const { slug, model, whole } = await newContent();
    const added = await Promise.all([photo(slug), photo(slug), photo(slug)]);
    await Promise.all([
      ...added.map(({ id }) => save(model.id, { social_preview_image: `https://site.fr/${id}.png` })),
      ...added.map(({ finish }) => finish()),
      savePhotos(
        model.id,
        added.map(({ item }) => item()),
      ),
    ]);
    const announced = await harness.announcedUses(model.id);
    expect(announced.map(({ id }) => id).sort()).toEqual(added.map(({ id }) => id).sort());
    const named = (await harness.publishedOf(model.id)).flatMap(
      ({ data }) => (data as EventData<'model.updated'>).assetChanges?.unused ?? [],
    );
    expect(named.sort()).toEqual(whole.map(({ id }) => id).sort());
  });
});

describe('all assets are named', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'of a model that a former version has saved alone',
      (id) => models().updateOne({ _id: id }, { $unset: { announced: 1 } }),
    ],
    [
      'after a save by a former version, which names all of them and does not record it',
      (id) => models().updateOne({ _id: id }, { $inc: { revision: 1 } }),
    ],
  ])('%s, and changes alone from then on', async (_when, write) => {
    const { model, whole } = await newContent();
    await write(model.id);
    await save(model.id, { bio: 'Bonsoir' });
    expect((await factsOf(model.id)).assets).toEqual(whole);
    await save(model.id, { bio: 'Bonne nuit' });
    expect((await factsOf(model.id)).assetChanges).toEqual({ used: [], unused: [] });
  });

  test('names all assets when a reconciliation publishes the model again, above the revision of the copy', async () => {
    const { model, whole } = await newContent();
    for (const copied of [1, 40]) {
      await harness.catalogue.reconciliation.models?.republish?.([
        { id: model.id, revision: copied, slug: model.slug },
      ]);
      const event = await lastOf(model.id);
      expect((event.data as EventData<'model.updated'>).assets).toEqual(whole);
      expect(event.revision).toBeGreaterThan(copied);
    }
  });

  test('names all assets when media does not know the use of one', async () => {
    const { model, photos, whole } = await newContent();
    await harness.send('asset.unattached', { id: photos[0].id, unattachedBefore: new Date().toISOString() });
    expect((await factsOf(model.id)).assets).toEqual(whole);
  });
});

describe('an upload of many files', () => {
  const BATCH = 10;
  /** Returns the bytes of all events of a model whose files are saved in batches and processed one by one. */
  const publishedBytes = async (files: number) => {
    const slug = slugOf();
    const model = await harness.newModel({ slug });
    const items: object[] = [];
    while (items.length < files) {
      const batch = await Promise.all(
        Array.from({ length: BATCH }, () => harness.newAsset('video', slug, { state: 'uploaded' })),
      );
      items.push(...batch.map(({ item }) => item()));
      await save(model.id, { video_items: JSON.stringify(items) });
      for (const { finish } of batch) await finish();
    }
    const events = await harness.publishedOf(model.id);
    expect(await harness.announcedUses(model.id)).toHaveLength(files);
    expect(events.length).toBeGreaterThan(files);
    return events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);
  };

  type Replica = Awaited<ReturnType<Harness['createReplica']>>;
  type Film = Awaited<ReturnType<Harness['newAsset']>>;
  const FILM_FACTS = { blurId: randomUUID(), durationMs: 65_000, width: 1280, height: 720, placeholder: 'dGh1bWI=' };

  test.each<[string, (replica: Replica, films: readonly Film[]) => Promise<unknown>]>([
    [
      'a processed file',
      async ({ listeners }, films) => {
        for (const { item: _item, finish: _finish, filename: _filename, ...asset } of films)
          await deliverNew(listeners, 'asset.processed', { ...asset, ...FILM_FACTS }, 9);
      },
    ],
    [
      'a deleted file',
      async ({ listeners }, films) => {
        for (const { id, modelSlug } of films) await deliverNew(listeners, 'asset.deleted', { id, modelSlug }, 9);
      },
    ],
    [
      'a scheduled file that is due',
      async ({ publicationWorker }, films) => {
        for (const [index] of films.entries()) {
          harness.clock.now = QUIET + (index + 1) * MINUTE_MS;
          await publicationWorker.tick();
        }
      },
    ],
  ])('reads and writes as much for %s of a long list as of a short list', async (_what, work) => {
    const line = await createBrokerLine(harness.url, 27017);
    const replica = await harness.createReplica(line.url);
    const transferredBytes = async (files: number) => {
      harness.clock.now = QUIET;
      const slug = slugOf();
      const films = await Promise.all(
        Array.from({ length: files }, () => harness.newAsset('video', slug, { state: 'uploaded' })),
      );
      const items = films.map(({ item }, index) => ({
        ...item(),
        ...(index < 5 && { publishAt: new Date(QUIET + (index + 1) * MINUTE_MS).toISOString() }),
      }));
      const model = await harness.newModel({ slug, video_items: JSON.stringify(items) });
      const before = line.transferredBytes();
      await work(replica, films.slice(0, 5));
      expect((await harness.publishedOf(model.id)).length).toBe(6);
      return line.transferredBytes() - before;
    };
    await transferredBytes(5);
    const [few, many] = [await transferredBytes(10), await transferredBytes(100)];
    await replica.close();
    await line.close();
    harness.clock.now = QUIET;
    // With the whole document in each event the ratio would be 7.
    expect(many / few).toBeLessThan(1.5);
  });

  test('publishes bytes in proportion to their number', async () => {
    const [few, many] = [await publishedBytes(20), await publishedBytes(80)];
    // With all assets in each event the ratio would be 10.
    expect(many / few).toBeLessThan(4.5);
  });
});
