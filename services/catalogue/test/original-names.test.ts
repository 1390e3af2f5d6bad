import { randomUUID } from 'node:crypto';
import { parseMediaList } from 'contracts/media-items';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const NAME = 'Jeanne à la loge.jpg';
/** Creates an affiliate's model with a locked and an unlocked photo, and one in preparation. */
const newNamed = async () => {
  const affiliate = await harness.newAffiliate();
  const slug = `model-${randomUUID().slice(0, 8)}`;
  const options = { uploader: affiliate.id, originalName: NAME };
  const [locked, open, pending] = await Promise.all([
    harness.newAsset('photo', slug, options),
    harness.newAsset('photo', slug, options),
    harness.newAsset('photo', slug, { ...options, state: 'uploaded' }),
  ]);
  const photo_items = JSON.stringify([locked.item(), open.item(false), pending.item()]);
  const path = `/api/affiliates/${affiliate.slug}/models`;
  await harness.newModel({ slug, photo_items }, affiliate.token, path);
  return { slug, affiliate, locked };
};

describe('original names of files', () => {
  test('are shown to the owner and the administrator', async () => {
    const { slug, affiliate } = await newNamed();
    for (const token of [affiliate.token, harness.administrator]) {
      const photos = parseMediaList((await harness.read(slug, token)).photo_items);
      expect(photos.map(({ originalName }) => originalName)).toEqual([NAME, NAME, NAME]);
    }
  });

  test('are in no body and no header of visitors, subscribers and other affiliates, nor in the preview as a visitor', async () => {
    const { slug, affiliate } = await newNamed();
    const requests: [address: string, token?: string][] = [
      [`/api/models/${slug}`],
      ['/api/models'],
      [`/api/models/${slug}`, (await harness.paidSubscriber()).token],
      [`/api/models/${slug}`, (await harness.paidSubscriber(null)).token],
      [`/api/models/${slug}`, (await harness.newAffiliate()).token],
      [`/api/models/${slug}?view=visitor`, affiliate.token],
    ];
    for (const [address, token] of requests) {
      const call = harness.api().get(address);
      const { status, text, headers } = await (token ? call.set('authorization', token) : call);
      expect(status).toBe(200);
      expect(text + JSON.stringify(headers)).not.toMatch(/Jeanne|originalName/);
    }
  });

  test('go with the file', async () => {
    const { locked } = await newNamed();
    await harness.send('asset.deleted', { id: locked.id, modelSlug: locked.modelSlug });
    const stored = await harness.mongo.connection.collection<{ _id: string }>('assets').findOne({ _id: locked.id });
    expect(stored).toMatchObject({ state: 'deleted', originalName: null });
  });
});
