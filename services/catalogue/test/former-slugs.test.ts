import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

const slugOf = () => `model-${randomUUID().slice(0, 8)}`;
const rename = (model: ModelView, slug: string) =>
  harness.api().put(`/api/models/${model.id}`).set('authorization', harness.administrator).send({ slug });
const get = (slug: string) => harness.api().get(`/api/models/${slug}`).redirects(0);
const factsOf = async (id: string) => (await harness.publishedOf(id)).at(-1);
const formerSlugsOf = async (id: string) => ((await factsOf(id))?.data as { previousSlugs: string[] }).previousSlugs;

describe('a former slug', () => {
  test('redirects to the present one, for good but revalidated, and the event names it', async () => {
    const model = await harness.newModel();
    const [second, third] = [slugOf(), slugOf()];
    for (const slug of [second, third]) expect((await rename(model, slug)).status).toBe(200);
    for (const former of [model.slug, second]) {
      const response = await get(former);
      expect({
        status: response.status,
        location: response.headers.location,
        caching: response.headers['cache-control'],
        vary: response.headers.vary,
      }).toEqual({
        status: 301,
        location: `/api/models/${third}`,
        caching: 'public, max-age=0, must-revalidate',
        vary: 'authorization',
      });
    }
    const own = await get(model.slug).set('authorization', harness.administrator);
    expect([own.status, own.headers['cache-control']]).toEqual([301, 'private, no-store']);
    expect(await factsOf(model.id)).toMatchObject({
      name: 'model.updated',
      data: { slug: third, previousSlugs: [model.slug, second] },
    });
  });

  test('is free, and ends as a redirection when another model takes it, also once that one has left it', async () => {
    const former = await harness.newModel();
    const present = slugOf();
    await rename(former, present);
    const taker = await harness.newModel({ slug: former.slug });
    expect((await harness.read(former.slug)).id).toBe(taker.id);
    expect(await formerSlugsOf(former.id)).toEqual([]);
    const next = slugOf();
    await rename(taker, next);
    expect((await get(former.slug)).headers.location).toBe(`/api/models/${next}`);
    await harness.api().delete(`/api/models/${taker.id}`).set('authorization', harness.administrator);
    expect((await get(former.slug)).status).toBe(404);
    expect(await factsOf(taker.id)).toMatchObject({
      name: 'model.deleted',
      data: { slug: next, previousSlugs: [former.slug] },
    });
  });

  test('ends as a redirection when another model takes it by being renamed', async () => {
    const [former, taker] = [await harness.newModel(), await harness.newModel()];
    await rename(former, slugOf());
    await rename(taker, former.slug);
    expect((await harness.read(former.slug)).id).toBe(taker.id);
    expect(await formerSlugsOf(former.id)).toEqual([]);
    expect(await formerSlugsOf(taker.id)).toEqual([taker.slug]);
  });

  test('is no former slug any more when its model takes it back', async () => {
    const model = await harness.newModel();
    await rename(model, slugOf());
    await rename(model, model.slug);
    expect((await get(model.slug)).status).toBe(200);
    expect(await formerSlugsOf(model.id)).not.toContain(model.slug);
  });

  test('is one of the twenty latest: earlier ones end', async () => {
    const model = await harness.newModel();
    const slugs = Array.from({ length: 22 }, slugOf);
    for (const slug of slugs) expect((await rename(model, slug)).status).toBe(200);
    expect(await formerSlugsOf(model.id)).toEqual(slugs.slice(1, 21));
    expect((await get(model.slug)).status).toBe(404);
    expect((await get(slugs[1] ?? '')).headers.location).toBe(`/api/models/${slugs[21]}`);
  });

  test('does not raise the edition of the model that loses it', async () => {
    const former = await harness.newModel();
    const present = slugOf();
    await rename(former, present);
    await harness.newModel({ slug: former.slug });
    expect((await harness.read(present, harness.administrator)).edit_revision).toBe(2);
  });

  test('responds with 404 to a slug that no model had', async () => {
    expect((await get(slugOf())).body).toMatchObject({ code: 'MODEL_NOT_FOUND' });
  });
});
