import { randomUUID } from 'node:crypto';
import { modelFacts } from 'testing/events';
import { OFFER_URL, PASSWORD, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());
const asAdministrator = (method: 'post' | 'put' | 'delete' | 'get', path: string) =>
  app.http[method](path).set('Authorization', app.administrator);

describe('the administrator', () => {
  test('gets the first response to a creation that is retried with its key, and one affiliate', async () => {
    const [key, slug] = [randomUUID(), `aff-${randomUUID().slice(0, 8)}`];
    const body = { name: 'Studio', slug, custom_password: PASSWORD, adexico_base_url: OFFER_URL };
    const create = () => asAdministrator('post', '/api/affiliates').set('idempotency-key', key).send(body);
    const [first, retry] = [await create().expect(201), await create().expect(201)];
    expect(retry.body).toEqual(first.body);
    await asAdministrator('post', '/api/affiliates').send(body).expect(409);
  });

  test('creates an affiliate with 201 and everything but its password, and an event', async () => {
    const slug = `aff-${randomUUID().slice(0, 8)}`;
    const response = await asAdministrator('post', '/api/affiliates')
      .send({
        name: 'Studio Nord',
        slug,
        custom_password: PASSWORD,
        adexico_base_url: OFFER_URL,
        telegram_link: 'https://t.me/+Nord',
        email_from_name: 'Nord',
        email_from_email: 'a@example.org',
      })
      .expect(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      name: 'Studio Nord',
      slug,
      password_length: 11,
      adexico_base_url: OFFER_URL,
      adexico_source_id: 'BA',
      telegram_link: 'https://t.me/+Nord',
      email_from_name: 'Nord',
      email_from_email: 'a@example.org',
      is_active: true,
      is_suspended: false,
      created_at: expect.any(String),
    });
    expect(await app.eventsOf(response.body.id)).toMatchObject([
      {
        name: 'affiliate.created',
        revision: 1,
        actor: { role: 'administrator', id: 'administrator' },
        data: { slug, isActive: true, isSuspended: false, telegramLink: 'https://t.me/+Nord', adexicoSourceId: 'BA' },
      },
    ]);
    const list = await asAdministrator('get', '/api/affiliates').expect(200);
    expect(list.body).toContainEqual(response.body);
    expect(JSON.stringify(list.body)).not.toMatch(/argon2|custom_password|password_hash/);
  });

  test.each(['name', 'slug', 'custom_password', 'adexico_base_url'])(
    'reports the form’s sentence for a missing, empty or blank %s',
    async (field) => {
      const whole = { name: 'N', slug: 'some-slug', custom_password: PASSWORD, adexico_base_url: OFFER_URL };
      for (const value of [undefined, null, '', '  ']) {
        const response = await asAdministrator('post', '/api/affiliates')
          .send({ ...whole, [field]: value })
          .expect(400);
        expect(response.body).toMatchObject({
          error: 'Nom, slug, URL Adexico et mot de passe sont requis',
          code: 'AFFILIATE_FIELDS_REQUIRED',
        });
      }
    },
  );

  test.each([
    [{ slug: 'Admin!' }, 'VALIDATION_FAILED'],
    [{ slug: 'admin' }, 'VALIDATION_FAILED'],
    [{ name: 'a\u0000b' }, 'VALIDATION_FAILED'],
    [{ name: 'a\udfffb' }, 'VALIDATION_FAILED'],
    [{ name: ['a'] }, 'VALIDATION_FAILED'],
    [{ custom_password: '12345' }, 'VALIDATION_FAILED'],
    [{ custom_password: 'azerty' }, 'PASSWORD_TOO_COMMON'],
    [{ custom_password: 'agence-rivage', name: 'Agence Rivage' }, 'PASSWORD_TOO_PERSONAL'],
    [{ custom_password: 'rivage2026', slug: `rivage-${randomUUID().slice(0, 8)}` }, 'PASSWORD_TOO_PERSONAL'],
    [{ custom_password: 'contact-rivage', email_from_email: 'contact@rivage.example' }, 'PASSWORD_TOO_PERSONAL'],
    [{ adexico_base_url: 'ftp://pay.example' }, 'VALIDATION_FAILED'],
    [{ adexico_base_url: 'https://evil.example/offer' }, 'PAYMENT_HOST_REFUSED'],
    [{ adexico_base_url: 'https://pay.example.evil.example/' }, 'PAYMENT_HOST_REFUSED'],
    [{ adexico_base_url: 'https://pay.example:8443/' }, 'PAYMENT_HOST_REFUSED'],
    [{ telegram_link: 'https://evil.example' }, 'VALIDATION_FAILED'],
    [{ email_from_name: 'a\r\nBcc: x' }, 'VALIDATION_FAILED'],
    [{ is_active: 'yes' }, 'VALIDATION_FAILED'],
  ])('reports for a wrong field (%j): %s', async (fault, code) => {
    const response = await asAdministrator('post', '/api/affiliates')
      .send({
        name: 'N',
        slug: `x-${randomUUID().slice(0, 8)}`,
        custom_password: PASSWORD,
        adexico_base_url: OFFER_URL,
        ...fault,
      })
      .expect(400);
    expect(response.body.code).toBe(code);
  });

  test('rejects a taken slug with 409, also of five at once', async () => {
    const { id, slug } = await app.create();
    const other = await app.create();
    await asAdministrator('put', `/api/affiliates/id/${other.id}`).send({ slug }).expect(409);
    const body = {
      name: 'N',
      slug: `x-${randomUUID().slice(0, 8)}`,
      custom_password: PASSWORD,
      adexico_base_url: OFFER_URL,
    };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => asAdministrator('post', '/api/affiliates').send(body)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'SLUG_TAKEN',
      error: 'Ce slug est déjà utilisé',
    });
    expect(await app.eventsOf(id)).toHaveLength(1);
  });

  test('rejects the slug of a model that the affiliate does not own with 409, until the model is deleted', async () => {
    const [own, other] = [await app.create(), await app.create()];
    const model = modelFacts({ affiliateId: own.id });
    const ofPlatform = modelFacts();
    for (const facts of [model, ofPlatform]) await app.consume('model.created', facts);
    const rename = ({ id }: { id: string }, slug: string) =>
      asAdministrator('put', `/api/affiliates/id/${id}`).send({ slug });
    const create = (slug: string) =>
      asAdministrator('post', '/api/affiliates').send({
        name: 'N',
        slug,
        custom_password: PASSWORD,
        adexico_base_url: OFFER_URL,
      });
    for (const response of [
      await rename(other, model.slug),
      await rename(own, ofPlatform.slug),
      await create(model.slug),
      await create(ofPlatform.slug),
    ]) {
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'SLUG_TAKEN', error: 'Ce slug est déjà utilisé' });
    }
    await rename(own, model.slug).expect(200);
    await app.consume('model.deleted', { id: ofPlatform.id, slug: ofPlatform.slug, assets: [] }, 2);
    await create(ofPlatform.slug).expect(201);
  });

  test('saves an affiliate whose slug a model has as well, as long as it leaves the slug as it is', async () => {
    const { id, slug } = await app.create();
    await app.consume('model.created', modelFacts({ slug }));
    await asAdministrator('put', `/api/affiliates/id/${id}`).send({ slug, name: 'Autre' }).expect(200);
  });

  test('keeps absent fields and an empty password in a change, and raises the revision', async () => {
    const { id, slug } = await app.create({ telegram_link: 'https://t.me/+Nord' });
    const changed = await asAdministrator('put', `/api/affiliates/id/${id}`)
      .send({ name: 'Nouveau nom', custom_password: '' })
      .expect(200);
    expect(changed.body).toMatchObject({
      name: 'Nouveau nom',
      slug,
      telegram_link: 'https://t.me/+Nord',
      password_length: 11,
    });
    await app.logIn(slug).expect(200);
    await asAdministrator('put', `/api/affiliates/id/${id}`).send({ custom_password: 'un-autre-mot' }).expect(200);
    await app.logIn(slug).expect(401);
    await app.logIn(slug, 'un-autre-mot').expect(200);
    expect((await app.eventsOf(id)).map(({ name, revision }) => `${name} ${revision}`)).toEqual([
      'affiliate.created 1',
      'affiliate.updated 2',
      'affiliate.updated 3',
    ]);
  });

  test('rejects a new password made of what is known of the affiliate, before and after the change', async () => {
    const { id } = await app.create({ name: 'Agence Rivage', email_from_name: 'Les Marées' });
    for (const change of [
      { custom_password: 'rivage!' },
      { custom_password: 'marees2026' },
      { custom_password: 'studio-nord', name: 'Studio Nord' },
    ]) {
      const response = await asAdministrator('put', `/api/affiliates/id/${id}`).send(change).expect(400);
      expect(response.body.code).toBe('PASSWORD_TOO_PERSONAL');
    }
    expect(await app.eventsOf(id)).toHaveLength(1);
  });

  test.each([{ name: '' }, { slug: ' ' }, { adexico_base_url: '' }])(
    'reports the form’s sentence for a change that empties a required field (%j)',
    async (change) => {
      const { id } = await app.create();
      const response = await asAdministrator('put', `/api/affiliates/id/${id}`).send(change).expect(400);
      expect(response.body.error).toBe('Nom, slug, URL Adexico et mot de passe sont requis');
    },
  );

  test('gives each of twenty concurrent changes a revision of its own', async () => {
    const { id } = await app.create();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        asAdministrator('put', `/api/affiliates/id/${id}`)
          .send({ name: `Nom ${index}` })
          .expect(200),
      ),
    );
    expect((await app.eventsOf(id)).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 21 }, (_, index) => index + 1),
    );
  });

  test('deletes an affiliate without models, with its event, and rejects one with models with 409 and their number', async () => {
    const { id, slug } = await app.create();
    const [first, second] = [modelFacts({ affiliateId: id }), modelFacts({ affiliateId: id })];
    await app.consume('model.created', first);
    await app.consume('model.created', second);
    const rejected = await asAdministrator('delete', `/api/affiliates/id/${id}`).expect(409);
    expect(rejected.body).toMatchObject({ code: 'AFFILIATE_HAS_MODELS', error: expect.stringContaining('2 modèles') });
    await app.consume('model.deleted', { id: first.id, slug: first.slug, assets: [] }, 3);
    await app.consume('model.updated', first, 2);
    expect((await asAdministrator('delete', `/api/affiliates/id/${id}`).expect(409)).body.error).toContain('1 modèle ');
    await app.consume('model.updated', { ...second, affiliateId: null }, 2);
    await asAdministrator('delete', `/api/affiliates/id/${id}`).expect(200, { ok: true });
    expect((await app.eventsOf(id)).at(-1)).toMatchObject({
      name: 'affiliate.deleted',
      revision: 2,
      data: { id, slug },
    });
    await asAdministrator('delete', `/api/affiliates/id/${id}`).expect(404);
    await app.http.get(`/api/affiliates/${slug}`).expect(404);
  });

  test('rejects other roles', async () => {
    const { id, bearer } = await app.createAndLogIn();
    for (const [method, path] of [
      ['get', '/api/affiliates'],
      ['post', '/api/affiliates'],
      ['put', `/api/affiliates/id/${id}`],
      ['delete', `/api/affiliates/id/${id}`],
    ] as const) {
      expect((await app.http[method](path).send({})).status).toBe(401);
      expect((await app.http[method](path).set('Authorization', bearer).send({})).status).toBe(403);
      expect((await app.http[method](path).set('Authorization', app.subscriber).send({})).status).toBe(403);
    }
  });
});

describe('hostile input', () => {
  const id = randomUUID();
  test.each([
    ['put', `/api/affiliates/id/${id}`, { name: 'N' }],
    ['put', '/api/affiliates/id/not-an-id', { name: 'N' }],
    ['put', `/api/affiliates/id/${id}`, []],
    ['put', '/api/affiliates/unknown', { is_active: true }],
    ['put', '/api/affiliates/%00', { is_active: true }],
    ['post', '/api/affiliates', []],
    [
      'post',
      '/api/affiliates',
      {
        name: 'x'.repeat(100_000),
        slug: 'x'.repeat(100_000),
        custom_password: 'x'.repeat(100_000),
        adexico_base_url: `https://pay.example/${'x'.repeat(100_000)}`,
      },
    ],
    ['post', '/api/affiliates', { name: {}, slug: 12, custom_password: [1], adexico_base_url: true }],
    ['delete', `/api/affiliates/id/${id}`, undefined],
    ['delete', '/api/affiliates/id/%00', undefined],
    ['get', '/api/affiliates/%00', undefined],
    ['get', '/api/affiliates/config/%00', undefined],
    ['get', `/api/affiliates/${'x'.repeat(2_000)}`, undefined],
    ['post', '/api/affiliates/%00/verify', { password: 'x' }],
    ['post', '/api/affiliates/unknown/verify', { password: { length: 12 } }],
    ['post', '/api/affiliates/unknown/verify', []],
    ['post', '/api/affiliates/%00/refresh', undefined],
  ] as const)('rejects %s %s in French', async (method, path, body) => {
    const response = await asAdministrator(method, path).send(body);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.body.error).toMatch(/\S/);
  });
});
