import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { cookieHeader } from 'testing/cookies';
import { OFFER_URL, PASSWORD, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterEach(() => app.catalogue.responses());
afterAll(() => app.stop());
const changeAsAdministrator = (id: string, body: object) =>
  app.http.put(`/api/affiliates/id/${id}`).set('Authorization', app.administrator).send(body);

describe('login', () => {
  test('issues a token for this affiliate and cookies of its own path for the right password', async () => {
    const { id, slug } = await app.create();
    const response = await app.logIn(slug).set('x-forwarded-proto', 'https').expect(200);
    expect(response.body).toEqual({ ok: true, token: expect.any(String) });
    expect(decodeJwt(response.body.token)).toMatchObject({
      iss: 'affiliate',
      aud: 'platform',
      role: 'affiliate',
      sub: id,
      slug,
    });
    const [device, refresh, view] = response.get('Set-Cookie') ?? [];
    expect(device).toMatch(
      new RegExp(`^__Secure-affiliate_device=.*Path=/api/affiliates/${slug};.*HttpOnly; Secure; SameSite=Lax`),
    );
    expect(refresh).toMatch(
      new RegExp(`^__Secure-affiliate_refresh=.*Path=/api/affiliates/${slug};.*HttpOnly; Secure; SameSite=Lax`),
    );
    expect(view).toMatch(/^__Host-affiliate_view=.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/);
  });

  test('responds with 401 to a wrong password and with 404 to an unknown affiliate', async () => {
    const { slug } = await app.create();
    expect((await app.logIn(slug, 'not-the-one').expect(401)).body).toMatchObject({
      error: 'Mot de passe incorrect',
      code: 'WRONG_PASSWORD',
    });
    expect((await app.logIn('inconnu').expect(404)).body.error).toBe('Affilié non trouvé');
  });

  test('blocks an address after five failures, and no other', async () => {
    const { slug } = await app.create();
    for (let attempt = 0; attempt < 5; attempt += 1) await app.logIn(slug, 'not-the-one', '198.51.100.1').expect(401);
    expect((await app.logIn(slug, PASSWORD, '198.51.100.1').expect(429)).get('retry-after')).toBe('2');
    await app.logIn(slug, PASSWORD, '198.51.100.2').expect(200);
  });

  test('admits a new address and a known device while a hundred addresses attack', async () => {
    const { slug, cookies } = await app.createAndLogIn();
    for (let address = 0; address < 100; address += 1)
      await Promise.all(Array.from({ length: 5 }, () => app.logIn(slug, 'not-the-one', `203.0.113.${address}`)));
    await app.logIn(slug, PASSWORD, '203.0.113.200').expect(200);
    for (let mistake = 0; mistake < 4; mistake += 1)
      await app.logIn(slug, 'not-the-one', '203.0.113.1').set('Cookie', cookieHeader(cookies)).expect(401);
    await app.logIn(slug, PASSWORD, '203.0.113.1').set('Cookie', cookieHeader(cookies)).expect(200);
  });

  test('accepts a renewed session’s cookie until it ends, and for no other affiliate', async () => {
    const { slug, cookies } = await app.createAndLogIn();
    const renewed = await app.http
      .post(`/api/affiliates/${slug}/refresh`)
      .set('Cookie', cookieHeader(cookies))
      .expect(200);
    expect(decodeJwt(renewed.body.token)).toMatchObject({ role: 'affiliate', slug });
    const other = await app.createAndLogIn();
    await app.http.post(`/api/affiliates/${slug}/refresh`).set('Cookie', cookieHeader(other.cookies)).expect(401);
    const cookie = cookieHeader(renewed.get('Set-Cookie') ?? []);
    const left = await app.http.post(`/api/affiliates/${slug}/logout`).set('Cookie', cookie).expect(200, { ok: true });
    expect(left.get('Set-Cookie')?.join()).toContain(`affiliate_refresh=; Path=/api/affiliates/${slug};`);
    await app.http.post(`/api/affiliates/${slug}/refresh`).set('Cookie', cookie).expect(401);
  });
});

describe('suspension', () => {
  test('rejects login, sessions and token of an affiliate that the administrator deactivated, until it is active again', async () => {
    const { id, slug, bearer, cookies } = await app.createAndLogIn();
    const suspended = await changeAsAdministrator(id, { is_active: false }).expect(200);
    expect(suspended.body).toMatchObject({ is_active: false, is_suspended: true });
    expect((await app.logIn(slug).expect(403)).body).toMatchObject({ code: 'AFFILIATE_SUSPENDED' });
    await app.http.post(`/api/affiliates/${slug}/refresh`).set('Cookie', cookieHeader(cookies)).expect(401);
    await app.http.put(`/api/affiliates/${slug}`).set('Authorization', bearer).send({ is_active: true }).expect(401);
    await app.http.get(`/api/affiliates/${slug}`).set('Authorization', bearer).expect(401);
    expect((await app.eventsOf(id)).at(-1)).toMatchObject({
      name: 'affiliate.updated',
      data: { isActive: false, isSuspended: true },
    });

    expect((await changeAsAdministrator(id, { is_active: true }).expect(200)).body).toMatchObject({
      is_active: true,
      is_suspended: false,
    });
    await app.logIn(slug).expect(200);
  });

  test('lets an affiliate that paused itself log in and resume', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    const paused = await app.http
      .put(`/api/affiliates/${slug}`)
      .set('Authorization', bearer)
      .send({ is_active: false })
      .expect(200);
    expect(paused.body).toMatchObject({ is_active: false, is_suspended: false });
    await app.logIn(slug).expect(200);
    await app.http.get(`/api/affiliates/config/${slug}`).expect(404);
    expect(
      (await app.http.put(`/api/affiliates/${slug}`).set('Authorization', bearer).send({ is_active: true }).expect(200))
        .body.is_active,
    ).toBe(true);
  });
});

describe('its own settings', () => {
  test('returns what it changed, without the length of its password', async () => {
    const { id, slug, bearer } = await app.createAndLogIn();
    const response = await app.http
      .put(`/api/affiliates/${slug}`)
      .set('Authorization', bearer)
      .send({ telegram_link: 'https://t.me/+Neu', email_from_name: 'Nord', email_from_email: 'n@example.org' })
      .expect(200);
    expect(response.body).toMatchObject({
      slug,
      telegram_link: 'https://t.me/+Neu',
      email_from_name: 'Nord',
      email_from_email: 'n@example.org',
      is_active: true,
    });
    expect(response.body).not.toHaveProperty('password_length');
    expect((await app.eventsOf(id)).at(-1)).toMatchObject({
      name: 'affiliate.updated',
      revision: 2,
      actor: { role: 'affiliate', id },
    });
  });

  test.each(['name', 'slug', 'custom_password', 'adexico_base_url', 'adexico_source_id'])(
    'rejects %s with 403 and writes nothing',
    async (field) => {
      const { id, slug, bearer } = await app.createAndLogIn();
      const response = await app.http
        .put(`/api/affiliates/${slug}`)
        .set('Authorization', bearer)
        .send({ telegram_link: 'https://t.me/+Neu', [field]: null })
        .expect(403);
      expect(response.body).toMatchObject({ code: 'FIELD_FORBIDDEN', error: 'Vous ne pouvez pas modifier ce champ.' });
      expect(await app.eventsOf(id)).toHaveLength(1);
    },
  );

  test('rejects another affiliate, a subscriber and a visitor', async () => {
    const { slug } = await app.create();
    const { bearer } = await app.createAndLogIn();
    await app.http.put(`/api/affiliates/${slug}`).set('Authorization', bearer).send({ is_active: false }).expect(403);
    await app.http
      .put(`/api/affiliates/${slug}`)
      .set('Authorization', app.subscriber)
      .send({ is_active: false })
      .expect(403);
    await app.http.put(`/api/affiliates/${slug}`).send({ is_active: false }).expect(401);
  });

  test('rejects the old token once the slug changes or another takes the old one', async () => {
    const { id, slug, bearer, cookies } = await app.createAndLogIn();
    const renamed = `neu-${randomUUID().slice(0, 8)}`;
    await changeAsAdministrator(id, { slug: renamed }).expect(200);
    await app.create({ slug });
    await app.http.put(`/api/affiliates/${slug}`).set('Authorization', bearer).send({ is_active: false }).expect(401);
    await app.http
      .put(`/api/affiliates/${renamed}`)
      .set('Authorization', bearer)
      .send({ is_active: false })
      .expect(401);
    await app.http.get(`/api/affiliates/${renamed}`).set('Authorization', bearer).expect(401);
    await app.http.post(`/api/affiliates/${renamed}/refresh`).set('Cookie', cookieHeader(cookies)).expect(401);
  });
});

describe('GET /api/affiliates/{slug}', () => {
  test('returns the public part alone to others, without a call to catalogue', async () => {
    const { slug, name } = await app.create();
    const { bearer } = await app.createAndLogIn();
    const before = app.catalogue.calls.length;
    for (const authorization of [undefined, bearer, app.subscriber]) {
      const request = app.http.get(`/api/affiliates/${slug}`);
      const { body } = await (authorization ? request.set('Authorization', authorization) : request).expect(200);
      expect(body).toEqual({ affiliate: { name, slug, is_active: true }, models: [] });
    }
    expect(app.catalogue.calls).toHaveLength(before);
  });

  test('returns everything to itself and the administrator, with the models that catalogue shows to the same token', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    app.catalogue.responses(
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    );
    const own = await app.http.get(`/api/affiliates/${slug}`).set('Authorization', bearer).expect(200);
    expect(own.body).toMatchObject({ affiliate: { slug, adexico_base_url: OFFER_URL }, models: [] });
    expect(own.body.affiliate).not.toHaveProperty('password_length');
    expect(app.catalogue.calls.at(-1)).toEqual({ url: `/api/affiliates/${slug}/models`, authorization: bearer });
    const all = await app.http.get(`/api/affiliates/${slug}`).set('Authorization', app.administrator).expect(200);
    expect(all.body.affiliate).toMatchObject({ password_length: PASSWORD.length });
  });

  test('responds with 503 when catalogue fails, returns garbage or redirects; without models when it does not know the affiliate yet', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    const send = () => app.http.get(`/api/affiliates/${slug}`).set('Authorization', bearer);
    app.catalogue.responses((_request, response) => void response.writeHead(500).end());
    expect((await send().expect(503)).body.code).toBe('SERVICE_UNAVAILABLE');
    app.catalogue.responses((_request, response) => void response.writeHead(200).end('{"models": 1}'));
    await send().expect(503);
    app.catalogue.responses(
      (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    await send().expect(503);
    app.catalogue.responses((request) => void request.socket.destroy());
    await send().expect(503);
    app.catalogue.responses();
    expect((await send().expect(200)).body.models).toEqual([]);
  });

  test('responds with 503 when catalogue takes more than three seconds', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    app.catalogue.responses(() => undefined);
    const started = Date.now();
    await app.http.get(`/api/affiliates/${slug}`).set('Authorization', bearer).expect(503);
    expect(Date.now() - started).toBeGreaterThanOrEqual(2_900);
  });

  test('returns base URL and source id as its configuration', async () => {
    const { slug } = await app.create({ adexico_source_id: 'SN' });
    await app.http.get(`/api/affiliates/config/${slug}`).expect(200, { baseUrl: OFFER_URL, sourceId: 'SN' });
    await app.http.get('/api/affiliates/config/Inconnu').expect(404);
  });
});
