import { itemPath } from 'contracts/media';
import type { Driver } from './drivers.ts';
import { jpeg } from './fixtures.ts';
import { idIn, newAffiliate, newSlug, newSubscriber, startMedia } from './harness.ts';
import type { Known, MediaHarness } from './harness.ts';

/** Media with the driver under test, and its clock; both are set before the first test. */
export let media: MediaHarness;
export let photo: Buffer;
export const clock = { now: 0 };
let redirects = 0;
/** Starts media with this driver for the tests of a block. */
export const startWith = (driver: Driver): void => {
  beforeAll(async () => {
    photo = await jpeg();
    clock.now = Date.now();
    redirects = driver.isRedirecting ? 1 : 0;
    media = await startMedia({ clock: () => clock.now }, driver);
  });
  afterAll(() => media.stop());
  beforeEach(() => {
    clock.now = Date.now();
  });
};

type Access = 'public' | 'unlocked' | 'locked';
export const owner = newAffiliate();

/** Creates a photo of a model of `owner` with this access. */
export const photoOf = async (access: Access, uploader: Known = owner) => {
  const model = { id: crypto.randomUUID(), slug: newSlug(), affiliateId: owner.id };
  await media.model(model);
  const { status, body } = await media.upload(uploader, model.slug, photo);
  expect(status).toBe(201);
  const id = idIn(body.filename);
  const show = (as: Access | null) =>
    media.model({ ...model, assets: as === null ? [] : [{ id, access: as }] }, 'model.updated');
  await show(access);
  return { ...model, assetId: id, path: itemPath(id, '640.webp'), show };
};
export const paid = async (): Promise<Known> => {
  const subscriber = newSubscriber();
  await media.pays(subscriber, clock.now + 60_000);
  return subscriber;
};
/** Fetches as a browser does, and follows a redirect to the store. */
export const fetched = (url: string, headers: Record<string, string> = {}) =>
  media.api.get(url).set(headers).redirects(redirects).buffer(true);
export const get = async (url: string, headers: Record<string, string> = {}) => fetched(url, headers);
export const signed = async (path: string, viewer: Known) =>
  get(media.sign(path, viewer, clock.now), { authorization: await media.bearer(viewer) });
