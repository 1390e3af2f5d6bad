import { itemPath } from 'contracts/media';
import { modelFacts } from 'testing/events';
import { get, media, owner, paid, photo, photoOf, signed, startWith } from './delivery-harness.ts';
import { BUCKET, FOLDER, PRIVATE_BUCKET, withEach } from './drivers.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug } from './harness.ts';

withEach([FOLDER, BUCKET, PRIVATE_BUCKET], (driver) => {
  startWith(driver);

  describe('The effect of model changes', () => {
    const isOpen = async (path: string) => (await get(path)).status === 200;

    test('serves an unlocked item to everyone for a minute, and a locked one only with a signature', async () => {
      const item = await photoOf('unlocked');
      const open = await get(item.path);
      expect({ status: open.status, cache: open.headers['cache-control'] }).toEqual({
        status: 200,
        cache: 'public, max-age=60',
      });
      await item.show('locked');
      expect((await get(item.path)).status).toBe(401);
    });

    test('withholds an unlisted item even from a subscriber who has paid', async () => {
      const item = await photoOf('unlocked');
      await item.show(null);
      expect((await signed(item.path, await paid())).status).toBe(403);
      expect((await signed(item.path, owner)).status).toBe(200);
      expect((await signed(item.path, ADMINISTRATOR)).status).toBe(200);
    });

    test('delivers the items of a hidden model to its owner and the administrator alone', async () => {
      const item = await photoOf('unlocked');
      const subscriber = await paid();
      const publish = (isHidden: boolean) =>
        media.model(
          {
            id: item.id,
            slug: item.slug,
            affiliateId: owner.id,
            isHidden,
            assets: [{ id: item.assetId, access: 'unlocked' }],
          },
          'model.updated',
        );
      await publish(true);
      expect(await isOpen(item.path)).toBe(false);
      for (const viewer of [subscriber, newAffiliate()]) expect((await signed(item.path, viewer)).status).toBe(403);
      for (const viewer of [owner, ADMINISTRATOR]) expect((await signed(item.path, viewer)).status).toBe(200);
      await publish(false);
      expect(await isOpen(item.path)).toBe(true);
    });

    test('delivers the pictures of a hidden model by another address, to its owner and the administrator alone', async () => {
      const model = { id: crypto.randomUUID(), slug: newSlug(), affiliateId: owner.id };
      await media.model(model);
      const avatar = await media.api
        .post(`/api/upload/avatar/${model.slug}`)
        .set('authorization', await media.bearer(owner))
        .attach('avatar_image', photo, 'a.jpg');
      const path = (avatar.body.filePath as string).split('?')[0] ?? '';
      const [, , , id = ''] = path.split('/');
      const own = path.replace('public', 'private');
      const publish = (isHidden: boolean) =>
        media.model({ ...model, isHidden, assets: [{ id, access: 'public' }] }, 'model.updated');
      expect(await isOpen(path)).toBe(true);
      await publish(true);
      expect((await get(path)).status).toBe(404);
      expect((await get(path, { cookie: await media.cookie(owner) })).status).toBe(404);
      expect((await get(own)).status).toBe(401);
      for (const viewer of [await paid(), newAffiliate()])
        expect((await get(own, { cookie: await media.cookie(viewer) })).status).toBe(403);
      for (const viewer of [owner, ADMINISTRATOR]) {
        const response = await get(own, { cookie: await media.cookie(viewer) });
        expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store']);
      }
      await publish(false);
      expect(await isOpen(path)).toBe(true);
    });

    test('delivers an upload that was never saved in a model to its uploader and the administrator alone', async () => {
      const uploader = newAffiliate();
      const { body } = await media.upload(uploader, newSlug(), photo);
      const path = itemPath(idIn(body.filename), '1280.webp');
      expect(body.filePath.split('?')[0]).toBe(path);
      expect((await get(body.filePath, { cookie: await media.cookie(uploader) })).status).toBe(200);
      expect((await signed(path, newAffiliate())).status).toBe(403);
      expect((await signed(path, await paid())).status).toBe(403);
    });

    test('ignores an older event that comes late', async () => {
      const item = await photoOf('locked');
      const facts = modelFacts({
        id: item.id,
        slug: item.slug,
        affiliateId: owner.id,
        assets: [{ id: item.assetId, access: 'unlocked' }],
      });
      await media.consume('model.updated', facts, 0);
      expect(await isOpen(item.path)).toBe(false);
    });

    test('opens nothing when a model of another affiliate or of another slug claims the asset', async () => {
      const item = await photoOf('locked');
      const thief = newAffiliate();
      await media.model({ affiliateId: thief.id, assets: [{ id: item.assetId, access: 'unlocked' }] });
      await media.model({
        affiliateId: thief.id,
        previousSlugs: [item.slug],
        assets: [{ id: item.assetId, access: 'unlocked' }],
      });
      await media.model({ affiliateId: owner.id, assets: [{ id: item.assetId, access: 'unlocked' }] });
      expect(await isOpen(item.path)).toBe(false);
      expect((await signed(item.path, thief)).status).toBe(403);
    });

    test('stays locked when another model of the same owner, which had the slug, unlocks it', async () => {
      const item = await photoOf('locked');
      await media.model({
        affiliateId: owner.id,
        previousSlugs: [item.slug],
        assets: [{ id: item.assetId, access: 'unlocked' }],
      });
      expect(await isOpen(item.path)).toBe(false);
    });

    test('keeps the assets of a model that has another slug now', async () => {
      const item = await photoOf('unlocked');
      await media.model(
        {
          id: item.id,
          slug: newSlug(),
          previousSlugs: [item.slug],
          affiliateId: owner.id,
          assets: [{ id: item.assetId, access: 'unlocked' }],
        },
        'model.updated',
      );
      expect(await isOpen(item.path)).toBe(true);
    });

    test('responds with 404 to an item as a public picture, and to a public picture as an item', async () => {
      const item = await photoOf('unlocked');
      await media.api.get(item.path.replace('items', 'public')).expect(404);
      const avatar = await media.api
        .post(`/api/upload/avatar/${newSlug()}`)
        .set('authorization', await media.bearer(ADMINISTRATOR))
        .attach('avatar_image', photo, 'a.jpg');
      const path = (avatar.body.filePath as string).replace('public', 'items');
      expect((await signed(path, ADMINISTRATOR)).status).toBe(404);
    });
  });
});
