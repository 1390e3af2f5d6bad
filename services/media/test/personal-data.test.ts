import { newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

let media: MediaHarness;
beforeAll(async () => {
  media = await startMedia();
});
afterAll(() => media.stop());

const exported = async (viewer: Known): Promise<unknown> =>
  (
    await media.api
      .get('/api/account/data/media')
      .set('authorization', await media.bearer(viewer))
      .expect(200)
  ).body;

test('the export of media holds the end of access of the subscriber alone', async () => {
  const [paid, other] = [newSubscriber(), newSubscriber()];
  const until = Date.parse('2026-12-20T09:00:00.000Z');
  await media.pays(paid, until);
  expect(await exported(paid)).toEqual({ access_until: '2026-12-20T09:00:00.000Z' });
  expect(await exported(other)).toEqual({ access_until: null });
});
