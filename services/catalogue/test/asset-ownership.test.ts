import { randomUUID } from 'node:crypto';
import { parseMediaList } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { bindFormerAssets } from '../src/asset-ownership.ts';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const HOUR = 3_600_000;
const slugOf = () => `model-${randomUUID().slice(0, 8)}`;
const save = (id: string, body: object, authorization = harness.administrator, path = '/api/models') =>
  harness.api().put(`${path}/${id}`).set('authorization', authorization).send(body);
const items = async (slug: string) =>
  parseMediaList((await harness.read(slug, harness.administrator)).photo_items).map(({ state }) => state);
const announcedAssets = async (id: string) => (await harness.announcedUses(id)).map((asset) => asset.id);
const photos = (...assets: { item: () => object }[]) => ({
  photo_items: JSON.stringify(assets.map((asset) => asset.item())),
});
const owned = async () => {
  const affiliate = await harness.newAffiliate();
  const path = `/api/affiliates/${affiliate.slug}/models`;
  return {
    ...affiliate,
    path,
    newModel: (fields: object = {}) => harness.newModel({ ...fields }, affiliate.token, path),
    save: (model: ModelView, body: object) => save(model.id, body, affiliate.token, path),
  };
};

describe('an item', () => {
  test('shows an item of a model only when the asset is bound to that model, whatever the slugs are', async () => {
    const [affiliate, rival] = [await owned(), await owned()];
    const model = await affiliate.newModel();
    const former = model.slug;
    await affiliate.save(model, { slug: slugOf() });
    const present = await rival.newModel({ slug: former });
    const byAdministrator = await harness.newAsset('photo', former, { modelId: present.id });
    await rival.save(present, photos(byAdministrator));
    expect(await items(former)).toEqual(['ready']);

    const other = (await affiliate.save(model, photos(byAdministrator))).body as ModelView;
    expect(await items(other.slug)).toEqual(['failed']);
    expect(await announcedAssets(model.id)).toEqual([]);
  });

  test('uploaded by the administrator for an affiliate’s model, or by the affiliate, shows in that model', async () => {
    const affiliate = await owned();
    const model = await affiliate.newModel();
    const assets = [
      await harness.newAsset('photo', model.slug, { modelId: model.id }),
      await harness.newAsset('photo', model.slug, { modelId: model.id, uploader: affiliate.id }),
    ];
    await affiliate.save(model, photos(...assets));
    expect(await items(model.slug)).toEqual(['ready', 'ready']);
  });

  test.each([
    ['the administrator’s draft', true],
    ['another affiliate’s draft', false],
  ])('shows no item that is %s for the slug to a model that takes the slug', async (_what, isAdministrators) => {
    const [affiliate, rival] = [await owned(), await owned()];
    const slug = slugOf();
    const draft = await harness.newAsset('photo', slug, { uploader: isAdministrators ? null : rival.id });
    const model = await affiliate.newModel({ slug, ...photos(draft) });
    expect(await items(slug)).toEqual(['failed']);
    expect(await announcedAssets(model.id)).toEqual([]);
  });

  test('leaves the owner’s draft for the slug with the model when it is renamed before media has reported the binding', async () => {
    const affiliate = await owned();
    const slug = slugOf();
    const draft = await harness.newAsset('photo', slug, { uploader: affiliate.id });
    const model = await affiliate.newModel({ slug, ...photos(draft) });
    const next = slugOf();
    await affiliate.save(model, { slug: next });
    expect(await items(next)).toEqual(['ready']);
    // Another model of the same owner takes over the slug, and lists the file too.
    const other = await affiliate.newModel({ slug, ...photos(draft) });
    expect(await items(slug)).toEqual(['failed']);
    expect([await announcedAssets(model.id), await announcedAssets(other.id)]).toEqual([[draft.id], []]);
  });

  test('does not publish the model again when media reports a binding that a save has made', async () => {
    const affiliate = await owned();
    const slug = slugOf();
    const draft = await harness.newAsset('photo', slug, { uploader: affiliate.id });
    const model = await affiliate.newModel({ slug, ...photos(draft) });
    const before = await harness.publishedOf(model.id);
    await harness.send('asset.bound', { id: draft.id, modelId: model.id }, 3);
    expect(await harness.publishedOf(model.id)).toEqual(before);
  });

  test('shows an item once media binds it after the model was renamed, whatever the order of the events', async () => {
    const model = await harness.newModel();
    const asset = {
      id: randomUUID(),
      modelSlug: slugOf(),
      uploaderAffiliateId: null,
      kind: 'photo' as const,
      bytes: 1,
    };
    await save(model.id, {
      photo_items: JSON.stringify([{ id: 'a', filename: `${asset.id}.webp`, likes: null, isLocked: true }]),
    });
    await harness.send('asset.bound', { id: asset.id, modelId: model.id }, 2);
    await harness.send('asset.uploaded', asset, 1);
    await harness.send(
      'asset.processed',
      { ...asset, blurId: randomUUID(), durationMs: null, width: 1, height: 1, placeholder: '' },
      2,
    );
    expect(await items(model.slug)).toEqual(['ready']);
    expect(await announcedAssets(model.id)).toEqual([asset.id]);
  });
});

describe('an unattached asset', () => {
  const consider = (id: string, hoursAgo = 24) =>
    harness.send('asset.unattached', { id, unattachedBefore: new Date(Date.now() - hoursAgo * HOUR).toISOString() });
  const released = (id: string) =>
    harness.published.filter(({ name, data }) => name === 'asset.released' && (data as { id: string }).id === id);
  /** Moves the times at which models gained or lost an asset back by some hours. */
  const pass = (id: string, hours: number) =>
    harness.mongo.connection
      .collection('assets')
      .updateOne(
        { _id: id as never, touchedAt: { $exists: true } },
        { $set: { touchedAt: new Date(Date.now() - hours * HOUR) } },
      );

  test('releases an asset that no model lists, and no save lists it from then on', async () => {
    const model = await harness.newModel();
    const asset = await harness.newAsset('photo', model.slug, { modelId: model.id });
    await consider(asset.id);
    expect(released(asset.id)).toHaveLength(1);
    expect((await save(model.id, photos(asset))).body).toMatchObject({ photo_items: '[]' });
    await asset.finish();
    expect((await save(model.id, photos(asset))).body).toMatchObject({ photo_items: '[]' });
    expect(await announcedAssets(model.id)).toEqual([]);
    // The event is redelivered when its acknowledgement was lost.
    await consider(asset.id);
    expect(released(asset.id)).toHaveLength(2);
  });

  test('does not release an asset that a model lists, and reports the model again', async () => {
    const model = await harness.newModel();
    const asset = await harness.newAsset('photo', model.slug, { modelId: model.id });
    await save(model.id, photos(asset));
    await pass(asset.id, 1_000);
    const before = (await harness.publishedOf(model.id)).length;
    await consider(asset.id);
    expect(released(asset.id)).toEqual([]);
    const events = await harness.publishedOf(model.id);
    expect(events).toHaveLength(before + 1);
    expect(events.at(-1)).toMatchObject({
      name: 'model.updated',
      data: { assets: [{ id: asset.id, access: 'locked' }] },
    });
    expect(await items(model.slug)).toEqual(['ready']);
  });

  test('does not release an asset that a model lists before the catalogue has consumed its upload', async () => {
    const id = randomUUID();
    await harness.newModel({
      photo_items: JSON.stringify([{ id: 'a', filename: `${id}.webp`, likes: null, isLocked: true }]),
    });
    await consider(id);
    expect(released(id)).toEqual([]);
  });

  test('releases an asset that only models of others list: no model keeps another’s file', async () => {
    const affiliate = await owned();
    const model = await harness.newModel();
    const asset = await harness.newAsset('photo', model.slug, { modelId: model.id });
    await affiliate.newModel(photos(asset));
    await consider(asset.id);
    expect(released(asset.id)).toHaveLength(1);
  });

  test('releases an asset 24 hours after a model has lost it, unless it was put back', async () => {
    const model = await harness.newModel();
    const [gone, back] = [
      await harness.newAsset('photo', model.slug, { modelId: model.id }),
      await harness.newAsset('photo', model.slug, { modelId: model.id }),
    ];
    await save(model.id, photos(gone, back));
    await Promise.all([pass(gone.id, 100), pass(back.id, 100)]);
    await save(model.id, photos());
    await Promise.all([consider(gone.id), consider(back.id)]);
    expect([released(gone.id), released(back.id)]).toEqual([[], []]);
    await Promise.all([pass(gone.id, 25), pass(back.id, 25)]);
    await save(model.id, photos(back));
    await Promise.all([consider(gone.id), consider(back.id)]);
    expect([released(gone.id).length, released(back.id).length]).toEqual([1, 0]);
  });

  test('replaced as an avatar is released 24 hours later', async () => {
    const model = await harness.newModel();
    const [first, second] = [
      await harness.newAsset('avatar', model.slug, { modelId: model.id }),
      await harness.newAsset('avatar', model.slug, { modelId: model.id }),
    ];
    for (const avatar of [first, second])
      await save(model.id, { avatar_image: `/uploads/public/${avatar.id}/384.webp` });
    await Promise.all([pass(first.id, 25), pass(second.id, 25)]);
    await Promise.all([consider(first.id), consider(second.id)]);
    expect([released(first.id).length, released(second.id).length]).toEqual([1, 0]);
  });

  test('is either released or saved, never both, when a save and its release cross each other', async () => {
    for (let round = 0; round < 25; round += 1) {
      const model = await harness.newModel();
      const asset = await harness.newAsset('photo', model.slug, { modelId: model.id });
      const [saved] = await Promise.all([save(model.id, photos(asset)), consider(asset.id)]);
      expect(saved.status).toBe(200);
      const isListed = (await items(model.slug)).length === 1;
      expect({ round, isListed, isReleased: released(asset.id).length > 0 }).toEqual({
        round,
        isListed,
        isReleased: !isListed,
      });
    }
  });

  test('is considered again when its release could not be published', async () => {
    const model = await harness.newModel();
    const asset = await harness.newAsset('photo', model.slug, { modelId: model.id });
    harness.broker.isDown = true;
    await expect(consider(asset.id)).rejects.toThrow();
    harness.broker.isDown = false;
    await consider(asset.id);
    expect(released(asset.id)).toHaveLength(1);
  });
});

describe('the ownership migration', () => {
  test('binds uploads of former versions by use and present slug, never to the former holder of a slug, and runs once', async () => {
    const [a, b] = [randomUUID(), randomUUID()];
    const { connection } = harness.mongo;
    const asset = async (modelSlug: string, uploaderAffiliateId: string | null) => {
      const id = randomUUID();
      await connection
        .collection('assets')
        .insertOne({ _id: id as never, revision: 2, state: 'ready', modelSlug, uploaderAffiliateId, kind: 'photo' });
      return id;
    };
    const model = async (
      slug: string,
      { owner = null, former = [], uses = [] }: { owner?: string | null; former?: string[]; uses?: string[] } = {},
    ) => {
      const id = randomUUID();
      await connection.collection('models').insertOne({
        _id: id as never,
        slug,
        previousSlugs: former,
        affiliateId: owner,
        assetIds: uses,
        deletedAt: null,
      });
      return id;
    };
    const [taken, ofPlatform, own, contested] = [slugOf(), slugOf(), slugOf(), slugOf()];
    const [stolen, unlisted, stored, byOwner, byStranger, forFormer, disputed] = [
      await asset(taken, null),
      await asset(taken, null),
      await asset(ofPlatform, null),
      await asset(own, a),
      await asset(own, b),
      await asset(own, null),
      await asset(contested, null),
    ];
    await model(slugOf(), { owner: a, former: [taken], uses: [stolen] });
    const victim = await model(taken, { uses: [stolen] });
    const formerOfPlatform = await model(slugOf(), { former: [ofPlatform], uses: [stored] });
    await model(ofPlatform, { owner: b });
    const affiliates = await model(slugOf(), { owner: a, former: [own], uses: [byOwner, forFormer] });
    await model(slugOf(), { owner: a, former: [contested], uses: [disputed] });
    await model(slugOf(), { owner: b, former: [contested], uses: [disputed] });

    await bindFormerAssets(harness.mongo);
    const draft = await asset(taken, null);
    await bindFormerAssets(harness.mongo);
    const bound = await connection.collection<{ _id: string; modelId?: string }>('assets').find().toArray();
    expect(new Map(bound.map(({ _id, modelId }) => [_id, modelId]))).toEqual(
      new Map<string, string | undefined>([
        [stolen, victim],
        [unlisted, victim],
        [stored, formerOfPlatform],
        [byOwner, affiliates],
        [byStranger, undefined],
        [forFormer, affiliates],
        [disputed, undefined],
        [draft, undefined],
      ]),
    );
  });
});
