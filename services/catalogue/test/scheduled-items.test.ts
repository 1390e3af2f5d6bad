import { randomUUID } from 'node:crypto';
import { parseMediaList } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import request from 'supertest';
import { createDatabaseTime } from '../src/database-time.ts';
import { createHarness, QUIET } from './harness.ts';
import type { Harness } from './harness.ts';

const DUE = QUIET + 60_000;
const TIME = new Date(DUE).toISOString();

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
beforeEach(() => {
  harness.clock.now = QUIET;
});
afterAll(() => harness.close());

/** Creates an affiliate's model with a locked and an unlocked photo that are scheduled, and a visible one. */
const newScheduled = async () => {
  const affiliate = await harness.newAffiliate();
  const slug = `model-${randomUUID().slice(0, 8)}`;
  const newPhoto = () => harness.newAsset('photo', slug, { uploader: affiliate.id });
  const [locked, open, visible] = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
  const path = `/api/affiliates/${affiliate.slug}/models`;
  const items = [{ ...locked.item(), publishAt: TIME }, { ...open.item(false), publishAt: TIME }, visible.item()];
  const model = await harness.newModel({ slug, photo_items: JSON.stringify(items) }, affiliate.token, path);
  const save = (photos: object[]) =>
    harness
      .api()
      .put(`${path}/${model.id}`)
      .set('authorization', affiliate.token)
      .send({ photo_items: JSON.stringify(photos) });
  return { affiliate, slug, model, locked, open, visible, items, save };
};
const photosOf = async (slug: string, token?: string) => parseMediaList((await harness.read(slug, token)).photo_items);
const listed = async (slug: string, path = '/api/models', token?: string) => {
  const call = harness.api().get(path);
  const response = await (token ? call.set('authorization', token) : call);
  expect(response.status).toBe(200);
  const found = (response.body as ModelView[]).find((model) => model.slug === slug);
  if (!found) throw new Error('the model is not listed');
  return found;
};

describe('scheduled items', () => {
  test('are absent for visitors, subscribers and other affiliates until their time, and appear without any tick', async () => {
    const { slug, locked, open } = await newScheduled();
    const tokens = [
      undefined,
      (await harness.paidSubscriber(new Date(QUIET + 3_600_000).toISOString())).token,
      (await harness.paidSubscriber(null)).token,
      (await harness.newAffiliate()).token,
    ];
    for (const now of [QUIET, DUE - 1]) {
      harness.clock.now = now;
      for (const token of tokens) {
        const text = JSON.stringify(await harness.read(slug, token));
        for (const trace of [locked.id, locked.blurId, open.id, open.blurId, 'publishAt', TIME])
          expect(text).not.toContain(trace);
        expect(await photosOf(slug, token)).toHaveLength(1);
      }
    }
    harness.clock.now = DUE;
    for (const token of tokens) {
      expect(await photosOf(slug, token)).toHaveLength(3);
      expect(JSON.stringify(await harness.read(slug, token))).not.toContain('publishAt');
    }
    expect((await photosOf(slug))[1]).toMatchObject({ filePath: `/uploads/items/${open.id}/1280.webp` });
  });

  test('show the owner and the administrator their time, by signed addresses even when unlocked', async () => {
    const { slug, affiliate, open } = await newScheduled();
    for (const token of [affiliate.token, harness.administrator]) {
      const photos = await photosOf(slug, token);
      expect(photos.map(({ publishAt }) => publishAt)).toEqual([TIME, TIME, undefined]);
      expect(photos[1]?.filePath).toMatch(new RegExp(`^/uploads/items/${open.id}/1280\\.webp\\?.*signature=`));
    }
  });

  test('are absent from the preview as a visitor', async () => {
    const { slug, affiliate } = await newScheduled();
    const response = await harness
      .api()
      .get(`/api/models/${slug}?view=visitor`)
      .set('authorization', affiliate.token)
      .expect(200);
    expect(parseMediaList((response.body as ModelView).photo_items)).toHaveLength(1);
    expect(response.text).not.toContain(TIME);
    expect((response.body as ModelView).photos_count).toBe(1);
  });

  test('are named in the audit trail beside locks and likes, since the length of the list stays', async () => {
    const { model, items, save } = await newScheduled();
    const plain = items.map((item) => ({ ...item, publishAt: undefined }));
    await save(plain).expect(200);
    const [first, ...others] = plain;
    const changed = { ...first, publishAt: '2099-07-14T16:30:00.000Z', isLocked: false, likes: null };
    await save([changed, ...others]).expect(200);
    expect((await harness.publishedOf(model.id)).at(-1)?.data).toMatchObject({
      changes: [
        {
          field: 'photo_items',
          before: '3 (2\u00a0verrouillées, 9\u00a0likes)',
          after: '3 (1\u00a0verrouillée, 1\u00a0programmée, 6\u00a0likes)',
        },
      ],
    });
  });

  test('are counted from their time on, in the page, the lists and the favourites', async () => {
    const { slug } = await newScheduled();
    const { token } = await harness.paidSubscriber(new Date(QUIET + 3_600_000).toISOString());
    await harness.api().put(`/api/favourites/${slug}`).set('authorization', token).expect(200);
    const counts = async () => [
      await harness.read(slug),
      await listed(slug),
      await listed(slug, '/api/models', token),
      await listed(slug, '/api/favourites', token),
    ];
    for (const view of await counts()) expect(view).toMatchObject({ photos_count: 1, medias_count: 1 });
    harness.clock.now = DUE;
    for (const view of await counts()) expect(view).toMatchObject({ photos_count: 3, medias_count: 3 });
  });

  test('are published with their time, once without it when it comes, whatever the replicas', async () => {
    const { model, slug, locked, open, visible } = await newScheduled();
    expect(await harness.announcedUses(model.id)).toEqual([
      { id: locked.id, access: 'locked', publishAt: TIME },
      { id: open.id, access: 'unlocked', publishAt: TIME },
      { id: visible.id, access: 'locked' },
    ]);
    const replica = await harness.createReplica();
    const tick = () => Promise.all([harness.catalogue.publicationWorker.tick(), replica.publicationWorker.tick()]);
    harness.clock.now = DUE - 1;
    await tick();
    expect(await harness.publishedOf(model.id)).toHaveLength(1);
    harness.clock.now = DUE;
    await tick();
    await tick();
    const events = await harness.publishedOf(model.id);
    expect(events.map(({ name, revision }) => [name, revision])).toEqual([
      ['model.created', 1],
      ['model.updated', 2],
    ]);
    expect(events[1]?.data).toMatchObject({ changes: [] });
    expect(await harness.announcedUses(model.id)).toEqual([
      { id: locked.id, access: 'locked' },
      { id: open.id, access: 'unlocked' },
      { id: visible.id, access: 'locked' },
    ]);
    expect((await harness.read(slug, harness.administrator)).edit_revision).toBe(1);
    await replica.close();
  });

  test('stay scheduled by the time of the database, also where the clock of a replica is fast', async () => {
    const { model, items, save, affiliate } = await newScheduled();
    const later = '2099-07-14T16:30:00.000Z';
    const scheduled = items.map((item) => ({ ...item, publishAt: later }));
    await save(scheduled).expect(200);
    const replica = await harness.createReplica(harness.url, {
      clock: () => Date.parse(later) + 1,
      databaseTime: createDatabaseTime(harness.mongo),
    });
    await replica.publicationWorker.tick();
    expect(await harness.publishedOf(model.id)).toHaveLength(2);
    await request(replica.http)
      .put(`/api/affiliates/${affiliate.slug}/models/${model.id}`)
      .set('authorization', affiliate.token)
      .send({ name: 'Nina', photo_items: JSON.stringify(scheduled) })
      .expect(200);
    expect((await harness.announcedUses(model.id)).map(({ publishAt }) => publishAt)).toEqual([later, later, later]);
    await replica.close();
  });

  test('are published one after the other, and what was saved meanwhile stays', async () => {
    const { model, items, save, slug } = await newScheduled();
    const later = new Date(DUE + 60_000).toISOString();
    await save([items[0]!, { ...items[1], publishAt: later }, items[2]!]).expect(200);
    harness.clock.now = DUE;
    await harness.catalogue.publicationWorker.tick();
    expect((await harness.announcedUses(model.id)).map(({ publishAt }) => publishAt)).toEqual([
      undefined,
      later,
      undefined,
    ]);
    expect(await photosOf(slug)).toHaveLength(2);
    harness.clock.now = DUE + 60_000;
    await harness.catalogue.publicationWorker.tick();
    expect((await harness.announcedUses(model.id)).map(({ publishAt }) => publishAt)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(await photosOf(slug)).toHaveLength(3);
  });

  test('hide an item that was visible, and show one whose time is taken away, at once', async () => {
    const { slug, items, save, visible, model } = await newScheduled();
    const { publishAt: _time, ...unplanned } = items[0] as { publishAt?: string };
    await save([unplanned, { ...visible.item(), publishAt: TIME }]).expect(200);
    expect(JSON.stringify(await harness.read(slug))).not.toContain(visible.blurId);
    expect(await photosOf(slug)).toHaveLength(1);
    expect((await harness.announcedUses(model.id)).map(({ publishAt }) => publishAt)).toEqual([undefined, TIME]);
    for (const publishAt of [null, '']) {
      await save([unplanned, { ...visible.item(), publishAt }]).expect(200);
      expect(await photosOf(slug)).toHaveLength(2);
    }
  });

  test('accept an instant of UTC alone, and store it in one spelling', async () => {
    const { slug, affiliate, items, save } = await newScheduled();
    for (const publishAt of ['demain', '2026-03-11', '2026-03-11T18:00', '2026-13-01T00:00:00Z', 5, {}, [TIME]])
      await save([{ ...items[0], publishAt }]).expect(400);
    await save([{ ...items[0], publishAt: '2026-03-11T18:00:00Z' }]).expect(200);
    expect((await photosOf(slug, affiliate.token))[0]?.publishAt).toBe('2026-03-11T18:00:00.000Z');
  });

  test('do not trouble a model of a former version', async () => {
    const { id, slug } = await harness.newModel();
    await harness.mongo.connection
      .collection<{ _id: string }>('models')
      .updateOne({ _id: id }, { $unset: { scheduled: 1, nextPublishAt: 1 } });
    expect(await listed(slug)).toMatchObject({ slug });
    await harness.catalogue.publicationWorker.tick();
    expect(await harness.publishedOf(id)).toHaveLength(1);
  });
});
