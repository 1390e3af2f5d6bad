import { randomUUID } from 'node:crypto';
import { FOLDER } from 'media/testing/drivers';
import { jpeg } from 'media/testing/fixtures';
import { createStores } from './own-stores.ts';
import { startPlatform } from './platform.ts';

test('a platform whose media service never consumed which uploads a model uses removes those that no model uses, and only those', async () => {
  const stores = await createStores(FOLDER);
  const settings = await stores.settings();
  const before = await startPlatform(settings);
  const affiliate = await before.newAffiliate();
  const slug = `model-${randomUUID().slice(0, 8)}`;
  const photo = await jpeg();
  const [used, unused] = [await before.upload(slug, photo), await before.upload(slug, photo)];
  await before.settle();
  // The broker's events for media are lost, as they are in a backup taken at this moment.
  before.broker.hold('media');
  await before.newModel(slug, [used]);
  await before.settle();
  expect(before.broker.heldFor('media')).toBeGreaterThan(0);
  await before.stop();

  const restored = await startPlatform(settings);
  try {
    const assetsLeft = async () =>
      (await restored.databases.media.query<{ id: string }>(`select id from assets where state <> 'deleted'`)).rows.map(
        ({ id }) => `${id}.webp`,
      );
    await restored.databases.media.query(`update assets set unattached_since = now() - interval '3 days'`);
    await restored.sweepMedia();
    await restored.settle();
    expect(await assetsLeft()).toEqual([used.filename]);
    expect(unused.filename).not.toBe(used.filename);
    const person = await restored.register(slug, affiliate);
    await restored.pay(person);
    await restored.settle();
    expect((await restored.see(slug, person)).map((shown) => shown !== null && shown.length > 0)).toEqual([true]);
  } finally {
    await restored.stop();
    await stores.remove();
  }
}, 60_000);
