import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import { decodeJwt } from 'jose';
import { cookieHeader } from 'testing/cookies';
import { OFFER_URL, PASSWORD, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const list = async () =>
  (await app.http.get('/api/affiliates').set('Authorization', app.oldAdministrator).expect(200)).body as {
    id: string;
    slug: string;
    adexico_source_id: string;
  }[];
const update = (id: string, body: object, bearer = app.oldAdministrator) =>
  app.http.put(`/api/affiliates/id/${id}`).set('Authorization', bearer).send(body);
const confirm = (slug: string, bearer: string, password: unknown = PASSWORD, address = '192.0.2.1') =>
  app.http
    .post(`/api/affiliates/${slug}/reauthenticate`)
    .set('Authorization', bearer)
    .set('x-real-ip', address)
    .send({ password });
/** Sets the logins of an affiliate back by an hour. */
const ageLogins = (id: string) =>
  app.postgres.query("update sessions set authenticated_at = now() - interval '1 hour' where subject_id = $1", [id]);
const authTime = (token: string) => Number(decodeJwt(token).auth_time);

describe('the administrator with an old login', () => {
  test.each([
    ['password', { custom_password: 'nouveau-rideau' }],
    ['base URL', { adexico_base_url: `${OFFER_URL}/other` }],
    ['source id', { adexico_source_id: 'XX' }],
    ['source id, by emptying it', { adexico_source_id: '' }],
    ['base URL among other fields', { name: 'Autre', adexico_base_url: `${OFFER_URL}/other` }],
  ])('is rejected when it changes the %s of an affiliate, and nothing is changed', async (_what, body) => {
    const { id, slug } = await app.create({ adexico_source_id: 'SN' });
    const before = await list();
    expect((await update(id, body).expect(403)).body).toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
      error: 'Confirmez votre mot de passe pour continuer.',
    });
    expect(await list()).toEqual(before);
    expect((await app.eventsOf(id)).map(({ name }) => name)).toEqual(['affiliate.created']);
    await app.logIn(slug).expect(200);
    await update(id, body, app.administrator).expect(200);
  });

  test('saves a form that leaves the password and the redirection as they are', async () => {
    const { id } = await app.create({ adexico_source_id: 'SN' });
    await update(id, {
      name: 'Autre',
      adexico_base_url: OFFER_URL,
      adexico_source_id: 'SN',
      custom_password: '',
      is_active: false,
    }).expect(200);
    expect((await app.eventsOf(id)).at(-1)).toMatchObject({
      name: 'affiliate.updated',
      data: { name: 'Autre', isActive: false },
    });
  });

  test('can neither create nor delete an affiliate', async () => {
    const { id } = await app.create();
    const before = await list();
    const body = { name: 'Studio Sud', slug: 'studio-sud', custom_password: PASSWORD, adexico_base_url: OFFER_URL };
    expect(
      (await app.http.post('/api/affiliates').set('Authorization', app.oldAdministrator).send(body).expect(403)).body
        .code,
    ).toBe('REAUTHENTICATION_REQUIRED');
    expect(
      (await app.http.delete(`/api/affiliates/id/${id}`).set('Authorization', app.oldAdministrator).expect(403)).body
        .code,
    ).toBe('REAUTHENTICATION_REQUIRED');
    expect(await list()).toEqual(before);
    await app.http.delete(`/api/affiliates/id/${id}`).set('Authorization', app.administrator).expect(200);
  });
});

describe('the confirmation of an affiliate’s password', () => {
  test('makes the login of its session recent, refreshes the view cookie and survives renewals', async () => {
    const { id, slug, bearer, cookies } = await app.createAndLogIn();
    await ageLogins(id);
    const renewed = await app.http
      .post(`/api/affiliates/${slug}/refresh`)
      .set('Cookie', cookieHeader(cookies))
      .expect(200);
    const old = renewed.body.token as string;
    expect(Date.now() / 1000 - authTime(old)).toBeGreaterThan(RECENT_LOGIN_SECONDS);
    const confirmed = await confirm(slug, `Bearer ${old}`).expect(200);
    const token = confirmed.body.token as string;
    expect(Date.now() / 1000 - authTime(token)).toBeLessThan(60);
    expect(decodeJwt(token)).toMatchObject({ sub: id, slug, sid: decodeJwt(bearer.slice('Bearer '.length)).sid });
    const setCookies = confirmed.get('Set-Cookie') ?? [];
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual(['affiliate_view']);
    const again = await app.http
      .post(`/api/affiliates/${slug}/refresh`)
      .set('Cookie', cookieHeader(renewed.get('Set-Cookie') ?? []))
      .expect(200);
    expect(authTime(again.body.token as string)).toBe(authTime(token));
  });

  test('leaves the other sessions of the affiliate as they are', async () => {
    const { id, slug, bearer } = await app.createAndLogIn();
    const other = await app.logIn(slug).expect(200);
    await ageLogins(id);
    await confirm(slug, bearer).expect(200);
    const renewed = await app.http
      .post(`/api/affiliates/${slug}/refresh`)
      .set('Cookie', cookieHeader(other.get('Set-Cookie') ?? []))
      .expect(200);
    expect(Date.now() / 1000 - authTime(renewed.body.token as string)).toBeGreaterThan(RECENT_LOGIN_SECONDS);
  });

  test('is rejected with a wrong password, and throttled with the logins', async () => {
    const { id, slug, bearer, cookies } = await app.createAndLogIn();
    await ageLogins(id);
    await confirm(slug, bearer, { $gt: '' }).expect(400);
    for (let failure = 0; failure < 5; failure += 1)
      expect((await confirm(slug, bearer, 'not-the-one', '192.0.2.77').expect(401)).body).toMatchObject({
        code: 'WRONG_PASSWORD',
        error: 'Mot de passe incorrect',
      });
    expect((await confirm(slug, bearer, PASSWORD, '192.0.2.77').expect(429)).body.code).toBe('TOO_MANY_ATTEMPTS');
    await app.logIn(slug, PASSWORD, '192.0.2.77').expect(429);
    const renewed = await app.http
      .post(`/api/affiliates/${slug}/refresh`)
      .set('Cookie', cookieHeader(cookies))
      .expect(200);
    expect(Date.now() / 1000 - authTime(renewed.body.token as string)).toBeGreaterThan(RECENT_LOGIN_SECONDS);
  });

  test('is for the affiliate itself, in a session that is open', async () => {
    const [own, other] = [await app.createAndLogIn(), await app.createAndLogIn()];
    expect((await confirm(other.slug, own.bearer).expect(403)).body.code).toBe('FORBIDDEN');
    await confirm(own.slug, app.administrator).expect(403);
    await confirm(own.slug, app.subscriber).expect(403);
    await app.http.post(`/api/affiliates/${own.slug}/reauthenticate`).send({ password: PASSWORD }).expect(401);
    await app.http.post(`/api/affiliates/${own.slug}/logout`).set('Authorization', own.bearer).expect(200);
    expect((await confirm(own.slug, own.bearer).expect(401)).body.code).toBe('SESSION_EXPIRED');
    await update(other.id, { is_active: false }, app.administrator).expect(200);
    await confirm(other.slug, other.bearer).expect(401);
  });
});
