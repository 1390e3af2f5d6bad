import { randomUUID } from 'node:crypto';
import type { ModelView } from 'contracts/models';
import { createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

let harness: Harness;
let old: string;
beforeAll(async () => {
  harness = await createHarness();
  old = await harness.oldTokenOf({ role: 'administrator', id: 'main' });
});
afterAll(() => harness.close());

const put = (id: string, body: object, authorization = old) =>
  harness.api().put(`/api/models/${id}`).set({ authorization }).send(body);
const rejection = { code: 'REAUTHENTICATION_REQUIRED', error: 'Confirmez votre mot de passe pour continuer.' };

describe('the administrator with an old login', () => {
  test.each([
    ['base URL', { adexico_base_url: 'https://pay.example/other' }],
    ['base URL, by emptying it', { bio: 'x', adexico_base_url: '' }],
    ['source id', { adexico_source_id: 'XX' }],
    ['source id, by emptying it', { adexico_source_id: '' }],
  ])('is rejected when it changes the %s of a model, and nothing is changed', async (_what, body) => {
    const model = await harness.newModel({ adexico_base_url: 'https://pay.example/own', adexico_source_id: 'OWN' });
    const before = await harness.read(model.slug, harness.administrator);
    const response = await put(model.id, body);
    expect([response.status, response.body]).toEqual([403, expect.objectContaining(rejection)]);
    expect(await harness.read(model.slug, harness.administrator)).toEqual(before);
    expect((await harness.publishedOf(model.id)).map(({ name }) => name)).toEqual(['model.created']);
    expect((await put(model.id, body, harness.administrator)).status).toBe(200);
  });

  test('saves a form that leaves the redirection as it is', async () => {
    const model = await harness.newModel({ adexico_base_url: 'https://pay.example/own', adexico_source_id: 'OWN' });
    const response = await put(model.id, {
      bio: 'Nouvelle',
      adexico_base_url: 'https://pay.example/own',
      adexico_source_id: 'OWN',
    });
    expect([response.status, (response.body as ModelView).bio]).toEqual([200, 'Nouvelle']);
  });

  test('creates a model, but not one with a redirection of its own', async () => {
    const post = (body: object) =>
      harness
        .api()
        .post('/api/models')
        .set({ authorization: old })
        .send({ name: 'Léa', slug: `model-${randomUUID().slice(0, 8)}`, ...body });
    const slug = `model-${randomUUID().slice(0, 8)}`;
    for (const body of [
      { slug, adexico_base_url: 'https://pay.example/own' },
      { slug, adexico_source_id: 'OWN' },
    ])
      expect((await post(body)).body).toMatchObject(rejection);
    expect((await harness.api().get(`/api/models/${slug}`)).status).toBe(404);
    expect((await post({ adexico_base_url: '', adexico_source_id: 'BA' })).status).toBe(201);
  });

  test('cannot delete a model', async () => {
    const model = await harness.newModel();
    const remove = (authorization: string) => harness.api().delete(`/api/models/${model.id}`).set({ authorization });
    expect((await remove(old)).body).toMatchObject(rejection);
    await harness.read(model.slug);
    expect((await remove(harness.administrator)).status).toBe(200);
  });
});

describe('an affiliate with an old login', () => {
  test('changes its model, but cannot delete it', async () => {
    const affiliate = await harness.newAffiliate();
    const path = `/api/affiliates/${affiliate.slug}/models`;
    const model = await harness.newModel({}, affiliate.token, path);
    const authorization = await harness.oldTokenOf({ role: 'affiliate', id: affiliate.id, slug: affiliate.slug });
    expect(
      (await harness.api().put(`${path}/${model.id}`).set({ authorization }).send({ bio: 'Nouvelle' })).status,
    ).toBe(200);
    expect((await harness.api().delete(`${path}/${model.id}`).set({ authorization })).body).toMatchObject(rejection);
    await harness.read(model.slug);
    expect((await harness.api().delete(`${path}/${model.id}`).set({ authorization: affiliate.token })).status).toBe(
      200,
    );
  });
});
