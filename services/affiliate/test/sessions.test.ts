import type { SessionView } from 'contracts/sessions';
import { decodeJwt } from 'jose';
import { cookieHeader } from 'testing/cookies';
import { PASSWORD, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

const NEW_PASSWORD = 'nouveau-rideau';
let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

const logIn = async (slug: string, password = PASSWORD) => {
  const response = await app.logIn(slug, password).expect(200);
  const token = (response.body as { token: string }).token;
  return {
    bearer: `Bearer ${token}`,
    cookie: cookieHeader(response.get('Set-Cookie') ?? []),
    sessionId: String(decodeJwt(token).sid),
  };
};
const sessionsOf = (slug: string, bearer: string) =>
  app.http.get(`/api/affiliates/${slug}/sessions`).set('Authorization', bearer);
const refresh = (slug: string, cookie: string) =>
  app.http.post(`/api/affiliates/${slug}/refresh`).set('Cookie', cookie);
const changePassword = (slug: string, bearer: string, currentPassword: string, newPassword = NEW_PASSWORD) =>
  app.http
    .post(`/api/affiliates/${slug}/change-password`)
    .set('Authorization', bearer)
    .send({ currentPassword, newPassword });
const changeAsAdministrator = (id: string, body: object) =>
  app.http.put(`/api/affiliates/id/${id}`).set('Authorization', app.administrator).send(body);
/** Status of a login with the right password and these cookies, at an address that has failed too often. */
const statusOfLogin = async (slug: string, password: string, cookie: string): Promise<number> => {
  for (let failure = 0; failure < 5; failure += 1) await app.logIn(slug, 'not-the-one', '198.51.100.7');
  return (await app.logIn(slug, password, '198.51.100.7').set('Cookie', cookie)).status;
};
/** Delivers the service's published events to itself, as the broker does. */
const deliverPanelEvents = async (id: string) => {
  for (const event of await app.eventsAbout(id)) if (event.name.startsWith('panel.')) await app.deliver(event);
};

describe('a browser that has opened the panel', () => {
  test('is known after a change of the password only where the affiliate has made it', async () => {
    const { slug, bearer, cookies } = await app.createAndLogIn();
    const other = await logIn(slug);
    const changed = await changePassword(slug, bearer, PASSWORD).set('Cookie', cookieHeader(cookies)).expect(200);
    expect(await statusOfLogin(slug, NEW_PASSWORD, other.cookie)).toBe(429);
    expect(await statusOfLogin(slug, NEW_PASSWORD, cookieHeader(changed.get('Set-Cookie') ?? []))).toBe(200);
  });

  test('is not known after a change of the password by the administrator', async () => {
    const { id, slug, cookies } = await app.createAndLogIn();
    await changeAsAdministrator(id, { custom_password: NEW_PASSWORD }).expect(200);
    expect(await statusOfLogin(slug, NEW_PASSWORD, cookieHeader(cookies))).toBe(429);
  });
});

describe('the sessions of an affiliate', () => {
  test('are listed for itself alone', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    const other = await app.createAndLogIn();
    const second = await logIn(slug);
    const { body } = await sessionsOf(slug, second.bearer).expect(200);
    expect((body as SessionView[]).map(({ current, device }) => [current, device])).toEqual([
      [true, 'Appareil inconnu'],
      [false, 'Appareil inconnu'],
    ]);
    await sessionsOf(slug, other.bearer).expect(403);
    await sessionsOf(slug, app.administrator).expect(403);
    await app.http.get(`/api/affiliates/${slug}/sessions`).expect(401);
    await sessionsOf(slug, bearer).expect(200);
  });

  test('end one by one, and those of another affiliate are 404', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    const [own, foreign] = [await logIn(slug), await logIn((await app.create()).slug)];
    const end = (id: string) => app.http.delete(`/api/affiliates/${slug}/sessions/${id}`).set('Authorization', bearer);
    await end(own.sessionId).expect(200, { ok: true });
    await refresh(slug, own.cookie).expect(401);
    await sessionsOf(slug, own.bearer).expect(401);
    await end(own.sessionId).expect(404);
    await end(foreign.sessionId).expect(404);
  });

  test('end all at once, this one included', async () => {
    const { slug, bearer, cookies } = await app.createAndLogIn();
    const other = await logIn(slug);
    const response = await app.http
      .delete(`/api/affiliates/${slug}/sessions`)
      .set('Authorization', bearer)
      .expect(200, { ok: true });
    expect(response.get('Set-Cookie')?.join()).toContain(`affiliate_refresh=; Path=/api/affiliates/${slug};`);
    for (const cookie of [cookieHeader(cookies), other.cookie]) await refresh(slug, cookie).expect(401);
    await sessionsOf(slug, bearer).expect(401);
  });

  test('end one at a time by logging out', async () => {
    const { slug, bearer, cookies } = await app.createAndLogIn();
    const other = await logIn(slug);
    await app.http.post(`/api/affiliates/${slug}/logout`).set('Cookie', cookieHeader(cookies)).expect(200);
    await sessionsOf(slug, bearer).expect(401);
    await sessionsOf(slug, other.bearer).expect(200);
    await app.http.post(`/api/affiliates/${slug}/logout`).set('Authorization', other.bearer).expect(200);
    await refresh(slug, other.cookie).expect(401);
  });

  test.each([
    ['is suspended', { is_active: false }],
    ['gets another slug', { slug: `neu-${Date.now().toString(36)}` }],
    ['gets another password', { custom_password: NEW_PASSWORD }],
  ])('are revoked when the affiliate %s', async (_cause, change) => {
    const { id, slug } = await app.createAndLogIn();
    const session = await logIn(slug);
    await changeAsAdministrator(id, change).expect(200);
    const [event] = (await app.eventsAbout(id)).filter(({ name }) => name === 'sessions.revoked');
    expect(event).toMatchObject({
      data: { role: 'affiliate', subjectId: id, sessionIds: expect.arrayContaining([session.sessionId]) },
    });
    expect(app.revocations.isRevoked(session.sessionId, Date.now() / 1000)).toBe(true);
  });

  test('are revoked when the affiliate is deleted, and not by any other change', async () => {
    const { id, slug } = await app.createAndLogIn();
    const session = await logIn(slug);
    await changeAsAdministrator(id, { name: 'Studio Sud' }).expect(200);
    await sessionsOf(slug, session.bearer).expect(200);
    await app.http.delete(`/api/affiliates/id/${id}`).set('Authorization', app.administrator).expect(200);
    expect(app.revocations.isRevoked(session.sessionId, Date.now() / 1000)).toBe(true);
  });
});

describe('an affiliate that changes its password', () => {
  test('keeps this session, ends the others, and publishes its event', async () => {
    const { id, slug, bearer } = await app.createAndLogIn();
    const other = await logIn(slug);
    await changePassword(slug, bearer, PASSWORD).expect(200, { ok: true });
    await sessionsOf(slug, bearer).expect(200);
    await sessionsOf(slug, other.bearer).expect(401);
    await app.logIn(slug, PASSWORD).expect(401);
    await app.logIn(slug, NEW_PASSWORD).expect(200);
    expect((await app.eventsOf(id)).at(-1)).toMatchObject({
      name: 'affiliate.updated',
      actor: { role: 'affiliate', id },
      data: { changes: [{ field: 'custom_password' }] },
    });
  });

  test('needs the present password', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    expect((await changePassword(slug, bearer, 'not-the-one').expect(401)).body).toMatchObject({
      error: 'Mot de passe incorrect',
      code: 'WRONG_PASSWORD',
    });
    expect((await changePassword(slug, bearer, PASSWORD, 'azerty').expect(400)).body.code).toBe('PASSWORD_TOO_COMMON');
    await app.logIn(slug, PASSWORD).expect(200);
  });

  test('is denied after five attempts', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    for (let attempt = 0; attempt < 5; attempt += 1) await changePassword(slug, bearer, 'not-the-one').expect(401);
    await changePassword(slug, bearer, PASSWORD).expect(429);
  });

  test('cannot change that of another affiliate, nor can the administrator here', async () => {
    const { slug } = await app.create();
    const other = await app.createAndLogIn();
    await changePassword(slug, other.bearer, PASSWORD).expect(403);
    await changePassword(slug, app.administrator, PASSWORD).expect(403);
  });
});

describe('the audit trail', () => {
  test('holds logins, logouts and removed devices of an affiliate, for itself and the administrator', async () => {
    const { id, slug, name, bearer } = await app.createAndLogIn();
    const [second, third] = [await logIn(slug), await logIn(slug)];
    await app.http
      .delete(`/api/affiliates/${slug}/sessions/${second.sessionId}`)
      .set('Authorization', bearer)
      .expect(200);
    await app.http.post(`/api/affiliates/${slug}/logout`).set('Cookie', third.cookie).expect(200);
    await deliverPanelEvents(id);
    for (const reader of [bearer, app.administrator]) {
      const { body } = await app.http
        .get(`/api/affiliates/${slug}/audit?kind=access`)
        .set('Authorization', reader)
        .expect(200);
      const { entries } = body as {
        entries: { action: string; actor: { name: string }; subject: object; changes: object[] }[];
      };
      expect(entries.map(({ action }) => action).sort()).toEqual([
        'panel.devices-removed',
        'panel.entered',
        'panel.entered',
        'panel.entered',
        'panel.left',
      ]);
      expect(entries[0]).toMatchObject({
        actor: { name },
        subject: { kind: 'access', slug, name },
        changes: [{ field: 'device', after: 'Appareil inconnu' }],
      });
    }
  });

  test('holds those of the administrator for the administrator alone', async () => {
    const { slug, bearer } = await app.createAndLogIn();
    await app.consume(
      'panel.entered',
      { role: 'administrator', subjectId: 'administrator', device: 'Firefox sur Windows' },
      1,
      { role: 'administrator', id: 'administrator' },
    );
    const { body } = await app.http
      .get('/api/affiliates/audit?kind=access&actor=administrator')
      .set('Authorization', app.administrator)
      .expect(200);
    expect(body.entries).toMatchObject([
      {
        action: 'panel.entered',
        actor: { role: 'administrator', slug: null, name: null },
        subject: { kind: 'access', slug: '', name: '' },
      },
    ]);
    expect(
      (
        await app.http
          .get(`/api/affiliates/${slug}/audit?kind=access&actor=administrator`)
          .set('Authorization', bearer)
          .expect(200)
      ).body.entries,
    ).toEqual([]);
  });
});
