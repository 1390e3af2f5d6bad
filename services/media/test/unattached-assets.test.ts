import { randomUUID } from 'node:crypto';
import { modelFacts } from 'testing/events';
import { jpeg } from './fixtures.ts';
import { ADMINISTRATOR, idIn, newAffiliate, newSlug, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

let media: MediaHarness;
let photo: Buffer;
beforeEach(async () => {
  [media, photo] = await Promise.all([startMedia(), jpeg()]);
});
afterEach(() => media.stop());

const upload = async (viewer: Known, slug: string) =>
  idIn((await media.upload(viewer, slug, photo)).body.filename as string);
const used = (...ids: string[]) => ids.map((id) => ({ id, access: 'locked' as const }));
/** Moves all times that media has recorded of an asset back by some hours. */
const pass = (id: string, hours: number) =>
  media.postgres.query(
    'update assets set unattached_since = unattached_since - make_interval(hours => $2), release_asked_at = release_asked_at - make_interval(hours => $2) where id = $1',
    [id, hours],
  );
const sweep = () => media.sweep();
const requested = async (id: string) => (await media.eventsOf(id)).filter(({ name }) => name === 'asset.unattached');
const isStored = async (id: string) =>
  (await media.postgres.query('select from files where asset_id = $1', [id])).rowCount !== 0;
const release = (id: string) => media.consume('asset.released', { id });

describe('an asset that no model uses', () => {
  test('is reported to the catalogue 24 hours after its upload, once a day, and stays until the catalogue releases it', async () => {
    const id = await upload(ADMINISTRATOR, newSlug());
    await pass(id, 23);
    await sweep();
    expect(await requested(id)).toEqual([]);
    await pass(id, 2);
    await sweep();
    await sweep();
    const events = await requested(id);
    expect(events).toHaveLength(1);
    const before = Date.parse((events[0]?.data as { unattachedBefore: string }).unattachedBefore);
    expect(Math.abs(Date.now() - 24 * 3_600_000 - before)).toBeLessThan(60_000);

    // The catalogue is down for two days.
    await pass(id, 48);
    await sweep();
    expect(await requested(id)).toHaveLength(2);
    expect(await isStored(id)).toBe(true);
  });

  test('is removed with its files, and reported as deleted, when the catalogue releases it', async () => {
    const before = await media.files();
    const id = await upload(newAffiliate(), newSlug());
    await pass(id, 25);
    await sweep();
    await release(id);
    expect((await media.eventsOf(id)).at(-1)).toMatchObject({ name: 'asset.deleted', actor: { role: 'system' } });
    expect(await media.files()).toEqual(before);
    await release(id);
    expect((await media.eventsOf(id)).filter(({ name }) => name === 'asset.deleted')).toHaveLength(1);
  });

  test('counts its 24 hours from when a model ceased to use it', async () => {
    const model = await media.model();
    const [avatar, next] = [await upload(ADMINISTRATOR, model.slug), await upload(ADMINISTRATOR, model.slug)];
    await media.model({ ...model, assets: used(avatar) }, 'model.updated');
    await pass(avatar, 1_000);
    await media.model({ ...model, assets: used(next) }, 'model.updated');
    await sweep();
    expect(await requested(avatar)).toEqual([]);
    await pass(avatar, 25);
    await sweep();
    expect(await requested(avatar)).toHaveLength(1);
    expect(await requested(next)).toEqual([]);
  });

  test('is not removed when it was put back meanwhile, nor soon after it was taken out again', async () => {
    const model = await media.model();
    const id = await upload(ADMINISTRATOR, model.slug);
    await pass(id, 25);
    await sweep();
    await media.model({ ...model, assets: used(id) }, 'model.updated');
    await release(id);
    expect(await isStored(id)).toBe(true);
    await media.model({ ...model, assets: [] }, 'model.updated');
    await release(id);
    expect(await isStored(id)).toBe(true);
    await pass(id, 25);
    await release(id);
    expect(await isStored(id)).toBe(false);
  });

  test('is requested in bounded batches until all are', async () => {
    await media.postgres.query(
      `insert into assets (id, model_slug, kind, state, revision, bytes, unattached_since) select gen_random_uuid(), 'nina', 'photo', 'ready', 2, 1, now() - interval '2 days' from generate_series(1, 450)`,
    );
    await sweep();
    expect((await media.postgres.query(`select from outbox where event->>'name' = 'asset.unattached'`)).rowCount).toBe(
      450,
    );
  });
});

describe('an asset that a model uses', () => {
  test('is never requested, however old it is', async () => {
    const model = await media.model();
    const id = await upload(ADMINISTRATOR, model.slug);
    await media.model({ ...model, assets: used(id) }, 'model.updated');
    await pass(id, 10_000);
    await sweep();
    expect(await requested(id)).toEqual([]);
    await release(id);
    expect(await isStored(id)).toBe(true);
  });

  test('stays when the event about its use arrives a day late, after an older one and before a stale release', async () => {
    const model = { id: randomUUID(), slug: newSlug() };
    await media.model(model);
    const id = await upload(ADMINISTRATOR, model.slug);
    await pass(id, 30);
    await sweep();
    const facts = modelFacts(model);
    await media.consume('model.updated', { ...facts, assets: used(id) }, 90);
    await media.consume('model.updated', { ...facts, assets: [] }, 80);
    await release(id);
    expect(await isStored(id)).toBe(true);
  });
});
