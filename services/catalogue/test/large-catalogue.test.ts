import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { parseMediaList } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const ITEMS = 600;

describe('a large catalogue', () => {
  it('When a model with 600 items is saved in one request, then all of them are there in their order', async () => {
    const slug = 'six-cents';
    const assets = Array.from({ length: ITEMS }, () => ({
      _id: randomUUID(),
      revision: 2,
      state: 'ready',
      modelSlug: slug,
      uploaderAffiliateId: null,
      kind: 'photo',
      blurId: randomUUID(),
      durationMs: null,
      width: 1280,
      height: 720,
      placeholder: 'dGh1bWI=',
    }));
    await harness.mongo.connection.collection<{ _id: string }>('assets').insertMany(assets);
    const items = assets.map(({ _id }, index) => ({
      id: String(index),
      filename: `${_id}.webp`,
      likes: index,
      isLocked: index % 2 === 0,
    }));
    const model = await harness.newModel({ slug, photo_items: JSON.stringify(items) });
    expect(parseMediaList(model.photo_items)).toHaveLength(ITEMS);
    const seen = parseMediaList((await harness.read(slug)).photo_items);
    expect(seen.map(({ likes }) => likes)).toEqual(items.map(({ likes }) => likes));
    expect(seen.filter(({ isViewable }) => isViewable)).toHaveLength(ITEMS / 2);
    expect(((await harness.toldOf(model.id))[0]?.data as EventData<'model.created'>).assets).toHaveLength(ITEMS);
  });

  it('When there are 60 models, then the list holds them all in the order of their creation, without their items', async () => {
    for (let index = 0; index < 60; index += 1) {
      harness.clock.now += 1_000;
      await harness.newModel({ name: `Modèle ${index}` });
    }
    const listed = ((await harness.api().get('/api/models')).body as ModelView[]).filter(({ name }) =>
      name.startsWith('Modèle '),
    );
    expect(listed.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, index) => `Modèle ${index}`));
    expect(new Set(listed.map(({ photo_items }) => photo_items))).toEqual(new Set(['[]']));
  });
});
