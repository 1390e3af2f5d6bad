import { assetIdOfPublicPath, publicPath } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { mediaListToText, parseMediaList } from 'contracts/media-items';
import { MODEL_FIELDS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { MediaList, Picture } from '../src/models/model-record.ts';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

/** Texts of which every text field accepts at least one that differs from its default. */
const TEXTS = [
  'stored-text',
  '22:15',
  'sender@example.com',
  'https://pay.example/offer',
  'https://t.me/coulisses',
  'archived',
];
const ASSET_KINDS: Record<Picture | MediaList, AssetKind> = {
  avatar_image: 'avatar',
  cover_image: 'cover-image',
  cover_video: 'cover-video',
  social_preview_image: 'avatar',
  photo_items: 'photo',
  video_items: 'video',
  live_replays: 'replay',
};

describe('MODEL_FIELDS in the catalogue', () => {
  test.each(STORED_MODEL_FIELDS)('stores %s: a read returns the value that was written', async (name) => {
    const model = await harness.newModel();
    const write = async (value: unknown) => {
      const response = await harness
        .api()
        .put(`/api/models/${model.id}`)
        .set('authorization', harness.administrator)
        .send({ [name]: value });
      expect([response.status, response.text]).toEqual([200, expect.any(String)]);
      return (await harness.read(response.body.slug, harness.administrator))[name];
    };
    const { kind, schema, default: initial } = MODEL_FIELDS[name];
    const newAsset = () => harness.newAsset(ASSET_KINDS[name as Picture | MediaList], model.slug);
    switch (kind) {
      case 'text': {
        const value = TEXTS.find((text) => schema.safeParse(text).success);
        expect(value).toBeDefined();
        expect(await write(value)).toBe(value);
        break;
      }
      case 'number':
        expect(await write(42)).toBe(42);
        break;
      case 'boolean':
      case 'nullableBoolean':
        expect(await write(!initial)).toBe(!initial);
        break;
      case 'picture': {
        const { id } = await newAsset();
        expect(assetIdOfPublicPath(String(await write(publicPath(id, '384.webp'))))).toBe(id);
        break;
      }
      case 'mediaList': {
        const { filename, item } = await newAsset();
        expect(parseMediaList(String(await write(mediaListToText([item()]))))).toMatchObject([{ filename }]);
      }
    }
  });

  test('gives a document stored before a field existed that field’s default', async () => {
    const { id, slug } = await harness.newModel({ custom_title: 'Titre' });
    await harness.mongo.connection
      .collection<{ _id: string }>('models')
      .updateOne({ _id: id }, { $unset: { custom_title: 1 } });
    expect((await harness.read(slug)).custom_title).toBe(MODEL_FIELDS.custom_title.default);
    const listed = (await harness.api().get('/api/models')).body as { id: string; custom_title: string }[];
    expect(listed.find((model) => model.id === id)?.custom_title).toBe(MODEL_FIELDS.custom_title.default);
  });

  test('shows the owner’s fields to the owner alone', async () => {
    const { slug } = await harness.newModel();
    const shown = Object.keys(await harness.read(slug));
    expect(
      STORED_MODEL_FIELDS.filter((name) => MODEL_FIELDS[name].readableBy === 'owner' && shown.includes(name)),
    ).toEqual([]);
    expect(
      STORED_MODEL_FIELDS.filter((name) => MODEL_FIELDS[name].readableBy === 'everyone' && !shown.includes(name)),
    ).toEqual([]);
  });
});
