import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { itemPath } from 'contracts/media';
import { eventually } from 'testing/eventually';
import { jpeg } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

let media: MediaHarness;
let photo: Buffer;
beforeAll(async () => {
  [media, photo] = await Promise.all([startMedia(), jpeg()]);
});
afterAll(() => media.stop());

const uploaded = async (viewer: Known, slug: string) => {
  const { status, body } = await media.upload(viewer, slug, photo);
  expect(status).toBe(201);
  return { slug, id: idIn(body.filename), filename: body.filename as string };
};
const remove = async (viewer: Known, slug: string, filename: string) =>
  media.api.delete(`/api/upload/delete/${slug}/${filename}`).set('authorization', await media.bearer(viewer));
const read = async (viewer: Known, slug: string, filename: string) =>
  media.api.get(`/api/upload/state/${slug}/${filename}`).set('authorization', await media.bearer(viewer));
const files = async () => (await media.files()).length;
const isThere = async (id: string) =>
  (
    await media.api
      .get(media.sign(itemPath(id, '640.webp'), ADMINISTRATOR))
      .set('authorization', await media.bearer(ADMINISTRATOR))
  ).status === 200;

describe('Deleting a file', () => {
  test('is deleted by the administrator with its files and an event; a second deletion is 404', async () => {
    const before = await files();
    const { slug, filename, id } = await uploaded(ADMINISTRATOR, newSlug());
    expect(await files()).toBeGreaterThan(before);
    expect((await remove(ADMINISTRATOR, slug, filename)).body).toEqual({ ok: true });
    expect(await files()).toBe(before);
    expect(await isThere(id)).toBe(false);
    expect((await media.eventsOf(id)).at(-1)).toMatchObject({
      name: 'asset.deleted',
      revision: 3,
      data: { id, modelSlug: slug },
      actor: { role: 'administrator' },
    });
    expect(await remove(ADMINISTRATOR, slug, filename)).toMatchObject({
      status: 404,
      body: { code: 'FILE_NOT_FOUND' },
    });
    expect(await read(ADMINISTRATOR, slug, filename)).toMatchObject({ status: 404, body: { code: 'FILE_NOT_FOUND' } });
  });

  test('lets the affiliate that owns the model delete its own files and the administrator’s there', async () => {
    const affiliate = newAffiliate();
    const { slug } = await media.model({ affiliateId: affiliate.id });
    for (const uploader of [affiliate, ADMINISTRATOR]) {
      const { filename } = await uploaded(uploader, slug);
      expect((await read(affiliate, slug, filename)).status).toBe(200);
      expect((await remove(affiliate, slug, filename)).status).toBe(200);
    }
  });

  test('rejects an affiliate that owns neither, and keeps the file', async () => {
    const affiliate = newAffiliate();
    const { slug } = await media.model({ affiliateId: affiliate.id });
    const { filename, id } = await uploaded(affiliate, slug);
    for (const call of [remove, read])
      expect(await call(newAffiliate(), slug, filename)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await remove(newSubscriber(), slug, filename)).status).toBe(403);
    await media.api.delete(`/api/upload/delete/${slug}/${filename}`).expect(401);
    expect(await isThere(id)).toBe(true);
  });

  test('lets each of two uploaders for an unused slug delete their own files only', async () => {
    const [one, other] = [newAffiliate(), newAffiliate()];
    const { slug, filename } = await uploaded(one, newSlug());
    expect((await remove(other, slug, filename)).status).toBe(403);
    const byAdministrator = await uploaded(ADMINISTRATOR, slug);
    expect((await remove(one, slug, byAdministrator.filename)).status).toBe(403);
    expect((await remove(one, slug, filename)).status).toBe(200);
  });

  test('finds the files of a model under its new slug', async () => {
    const affiliate = newAffiliate();
    const model = await media.model({ affiliateId: affiliate.id });
    const { filename } = await uploaded(affiliate, model.slug);
    const slug = newSlug();
    await media.model({ ...model, slug, previousSlugs: [model.slug] }, 'model.updated');
    expect((await read(affiliate, slug, filename)).body).toMatchObject({
      filename,
      state: 'ready',
      width: 320,
      height: 200,
      duration: null,
    });
    expect((await remove(affiliate, slug, filename)).status).toBe(200);
  });

  test('finds none under another name or slug', async () => {
    const { slug, filename, id } = await uploaded(ADMINISTRATOR, newSlug());
    for (const [otherSlug, name] of [
      [newSlug(), filename],
      [slug, `${id}.mp4`],
      [slug, id],
      [slug, 'x.webp'],
      [slug, '..%2fx'],
      [slug, `${filename}%00`],
    ] as const)
      expect([name, (await remove(ADMINISTRATOR, otherSlug, name)).status]).toEqual([name, 404]);
    expect(await isThere(id)).toBe(true);
  });
});

describe('Deleting a model', () => {
  test('deletes the files of a deleted model with their events; other models keep theirs', async () => {
    const affiliate = newAffiliate();
    const slug = newSlug();
    const [listed, unlisted, foreign] = await Promise.all([
      uploaded(affiliate, slug),
      uploaded(affiliate, slug),
      uploaded(newAffiliate(), newSlug()),
    ]);
    const asset = (id: string) => ({ id, access: 'locked' as const });
    const model = await media.model({
      slug,
      affiliateId: affiliate.id,
      assets: [asset(listed.id), asset(unlisted.id), asset(foreign.id)],
    });
    const deletion = await media.consume('model.deleted', { id: model.id, slug, assets: [listed.id, foreign.id] });
    expect([await isThere(listed.id), await isThere(unlisted.id), await isThere(foreign.id)]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await media.eventsOf(listed.id)).at(-1)).toMatchObject({
      name: 'asset.deleted',
      data: { id: listed.id, modelSlug: slug },
    });

    await media.listeners['model.deleted'](deletion);
    expect((await media.eventsOf(listed.id)).filter(({ name }) => name === 'asset.deleted')).toHaveLength(1);
    await media.model({ ...model, assets: [] }, 'model.updated');
    expect((await media.upload(newAffiliate(), slug, photo)).status).toBe(201);
  });

  test('stays deleted when the deletion is consumed before the creation', async () => {
    const slug = newSlug();
    const mine = await uploaded(newAffiliate(), slug);
    const id = crypto.randomUUID();
    await media.consume('model.deleted', { id, slug, assets: [mine.id] });
    await media.model({ id, slug, affiliateId: newAffiliate().id });
    expect(await isThere(mine.id)).toBe(false);
    expect((await media.upload(newAffiliate(), slug, photo)).status).toBe(201);
  });

  test('removes what was uploaded for it and never used, and keeps what it lists of another model', async () => {
    const affiliate = newAffiliate();
    const model = await media.model({ affiliateId: affiliate.id });
    const other = await media.model({ affiliateId: affiliate.id });
    const [unused, foreign] = [await uploaded(affiliate, model.slug), await uploaded(affiliate, other.slug)];
    await media.model({ ...model, assets: [{ id: foreign.id, access: 'locked' }] }, 'model.updated');
    await media.consume('model.deleted', { id: model.id, slug: model.slug, assets: [foreign.id] });
    expect([await isThere(unused.id), await isThere(foreign.id)]).toEqual([false, true]);
  });
});

describe('Sweeping', () => {
  test('removes old files that a killed process left, and nothing else', async () => {
    const { id } = await uploaded(ADMINISTRATOR, newSlug());
    const before = await files();
    const key = `ab/${'ab'.repeat(16)}`;
    await media.storage.put(key, Buffer.from('left by a crash'));
    await media.postgres.query(
      `insert into files (key, content_type, bytes, removable_at) values ($1, 'image/webp', 15, now() - interval '1 minute'), ('cd/unwritten', 'image/webp', 1, now() + interval '1 hour')`,
      [key],
    );
    const [old, fresh] = [join(media.folders.incoming, 'old'), join(media.folders.incoming, 'fresh')];
    await Promise.all([writeFile(old, 'x'), writeFile(fresh, 'x')]);
    const longAgo = Date.now() / 1000 - 3 * 3600;
    await utimes(old, longAgo, longAgo);

    media.sweeper.start();
    await media.sweeper.stop();
    await eventually(async () => (await files()) === before, 'the file without an asset is deleted');
    expect(await media.filesIn('incoming')).toEqual(['fresh']);
    expect(await isThere(id)).toBe(true);
  });
});
