import { randomUUID } from 'node:crypto';
import type { SessionView } from 'contracts/sessions';
import { decodeJwt } from 'jose';
import { hashPassword } from 'service-kit/passwords';
import { eventually } from 'testing/eventually';
import { cookieHeader } from 'testing/cookies';
import { ADMIN_PASSWORD, PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({
    site: {
      title: 'Coulisses',
      publicUrl: 'https://coulisses.example',
      sender: { name: 'Coulisses', email: 'bonjour@coulisses.example' },
    },
  });
});
afterAll(() => identity.stop());

/** A logged-in browser: its token and cookies. */
interface LoggedIn {
  token: string;
  bearer: string;
  cookie: string;
  sessionId: string;
}
const loggedIn = ({
  body,
  get,
}: {
  body: { token: string };
  get: (name: 'Set-Cookie') => string[] | undefined;
}): LoggedIn => ({
  token: body.token,
  bearer: `Bearer ${body.token}`,
  cookie: cookieHeader(get('Set-Cookie') ?? []),
  sessionId: String(decodeJwt(body.token).sid),
});
const logIn = async (email: string, { password = PASSWORD, userAgent = CHROME, cookie = '' } = {}) => {
  const response = await identity.http
    .post('/api/auth/login')
    .set('User-Agent', userAgent)
    .set('Cookie', cookie)
    .send({ email, password })
    .expect(200);
  return {
    ...loggedIn({ body: response.body as { token: string }, get: (name) => response.get(name) }),
    user: (response.body as { user: object }).user,
    setCookies: response.get('Set-Cookie') ?? [],
  };
};
const openPanel = async () => {
  const response = await identity.http
    .post('/api/admin/verify')
    .set('User-Agent', FIREFOX)
    .send({ password: ADMIN_PASSWORD })
    .expect(200);
  return {
    ...loggedIn({ body: response.body as { token: string }, get: (name) => response.get(name) }),
    setCookies: response.get('Set-Cookie') ?? [],
  };
};
const refresh = (cookie: string, path = '/api/auth') => identity.http.post(`${path}/refresh`).set('Cookie', cookie);
const list = async (bearer: string, path = '/api/auth'): Promise<SessionView[]> =>
  (await identity.http.get(`${path}/sessions`).set('Authorization', bearer).expect(200)).body as SessionView[];
const eventsNamed = async (name: string) => (await identity.events()).filter((event) => event.name === name);

const newDeviceMails = async (email: string) =>
  (
    await identity.postgres.query<{ data: unknown }>(
      `select data from mails where kind = 'new-device' and subscriber_id = (select id from subscribers where email = $1)`,
      [email],
    )
  ).rows.map(({ data }) => data);

describe('a login of a subscriber', () => {
  test('is reported by mail from a browser that has not opened the account before, and from no other', async () => {
    const { email, cookies } = await identity.register();
    await logIn(email, { cookie: cookieHeader(cookies) });
    expect(await newDeviceMails(email)).toEqual([]);
    const elsewhere = await logIn(email, { userAgent: FIREFOX });
    const mails = [{ device: 'Firefox sur Windows', at: expect.any(String) }];
    expect(await newDeviceMails(email)).toEqual(mails);
    await logIn(email.toUpperCase(), { userAgent: FIREFOX, cookie: elsewhere.cookie });
    expect(await newDeviceMails(email)).toEqual(mails);
    await identity.http.post('/api/auth/login').send({ email, password: 'not-the-one' }).expect(401);
    expect(await newDeviceMails(email)).toEqual(mails);
  });

  test('is reported five times an hour at most: the address may be a stranger’s', async () => {
    const { email } = await identity.register();
    for (let login = 0; login < 7; login += 1) await logIn(email);
    expect(await newDeviceMails(email)).toHaveLength(5);
  });

  test('opens a session whatever the case of the address, with secure cookies on https', async () => {
    const { email, user } = await identity.register();
    const session = await logIn(email.toUpperCase());
    expect(session.user).toEqual(user);
    expect(session.setCookies.every((cookie) => cookie.includes('; Secure'))).toBe(true);
  });

  test('sets cookies that last as long as the session may idle, the view cookie as long as its token', async () => {
    const { email } = await identity.register();
    const maxAges = Object.fromEntries(
      (await logIn(email)).setCookies.map((line) => [line.split('=')[0], Number(/Max-Age=(\d+)/.exec(line)?.[1])]),
    );
    expect(maxAges).toEqual({
      '__Secure-subscriber_refresh': 30 * 24 * 3600,
      '__Host-subscriber_view': 12 * 3600,
      '__Secure-subscriber_device': 180 * 24 * 3600,
    });
  });

  test('rejects a wrong address and a wrong password with the same sentence', async () => {
    const { email } = await identity.register();
    const attempt = (address: string) =>
      identity.http.post('/api/auth/login').send({ email: address, password: 'not-the-one' }).expect(401);
    expect([(await attempt(email)).body.error, (await attempt('inconnu@example.org')).body.error]).toEqual([
      'Email ou mot de passe incorrect.',
      'Email ou mot de passe incorrect.',
    ]);
  });

  test('does not open a session when the password changes while it is verified', async () => {
    const { email } = await identity.register();
    const anotherHash = await hashPassword('balcon-bleu');
    const isLoginWaiting = async () =>
      (
        await identity.postgres.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount === 1;
    const response = await identity.postgres.transaction(async (client) => {
      await client.query('update subscribers set password_hash = $2 where email = $1', [email, anotherHash]);
      // The login reads and verifies the former password, and waits for this transaction before it opens a session.
      const login = identity.http
        .post('/api/auth/login')
        .send({ email, password: PASSWORD })
        .then((result) => result);
      await eventually(isLoginWaiting, 'the login waits');
      return { login };
    });
    expect((await response.login).body).toMatchObject({ code: 'BAD_CREDENTIALS' });
  });
});

describe('a renewal', () => {
  test('replaces the refresh token, and ends the session when a replaced one is used again', async () => {
    const { email, user } = await identity.register();
    const { cookie } = await logIn(email);
    const first = await refresh(cookie).expect(200);
    expect(first.body).toEqual({ token: expect.any(String), user });
    const current = cookieHeader(first.get('Set-Cookie') ?? []);
    await refresh(cookie).expect(200);
    await identity.postgres.query("update sessions set rotated_at = now() - interval '1 minute'");
    await refresh(cookie).expect(401);
    expect((await refresh(current).expect(401)).body.code).toBe('SESSION_EXPIRED');
    await identity.http
      .get('/api/auth/sessions')
      .set('Authorization', `Bearer ${first.body.token as string}`)
      .expect(401);
  });

  test('needs the cookie of an open session', async () => {
    await identity.http.post('/api/auth/refresh').expect(401);
    await refresh('subscriber_refresh=nothing').expect(401);
  });
});

describe('logging out', () => {
  test('ends this session alone, revokes its token and removes the cookies', async () => {
    const { email } = await identity.register();
    const [phone, laptop] = [await logIn(email), await logIn(email)];
    const response = await identity.http.post('/api/auth/logout').set('Cookie', phone.cookie).expect(200, { ok: true });
    expect(response.get('Set-Cookie')).toEqual([
      expect.stringMatching(/^__Secure-subscriber_registration=; Path=\/redirect\/payment; Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^__Secure-subscriber_refresh=; Path=\/api\/auth; Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^__Host-subscriber_view=; Path=\/; Expires=Thu, 01 Jan 1970/),
    ]);
    await refresh(phone.cookie).expect(401);
    await identity.http.get('/api/auth/sessions').set('Authorization', phone.bearer).expect(401);
    expect((await eventsNamed('sessions.revoked')).at(-1)).toMatchObject({
      data: { role: 'subscriber', sessionIds: [phone.sessionId] },
    });
    await refresh(laptop.cookie).expect(200);
    await identity.http.get('/api/auth/sessions').set('Authorization', laptop.bearer).expect(200);
  });

  test('ends the session of the token where no cookie comes along', async () => {
    const { email } = await identity.register();
    const session = await logIn(email);
    await identity.http.post('/api/auth/logout').set('Authorization', session.bearer).expect(200);
    await refresh(session.cookie).expect(401);
  });

  test('responds the same where there is nothing to end', async () => {
    await identity.http.post('/api/auth/logout').expect(200, { ok: true });
    await identity.http
      .post('/api/auth/logout')
      .set('Authorization', 'Bearer a.b.c')
      .set('Cookie', 'subscriber_refresh=nothing')
      .expect(200, { ok: true });
  });
});

describe('the list of sessions', () => {
  test('names the devices of the subscriber, the last used first, and marks the requesting one', async () => {
    const { email } = await identity.register();
    await identity.register();
    const phone = await logIn(email, { userAgent: CHROME });
    const laptop = await logIn(email, { userAgent: FIREFOX });
    const sessions = await list(laptop.bearer);
    expect(sessions.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox sur Windows', true],
      ['Chrome sur Android', false],
      ['Appareil inconnu', false],
    ]);
    expect(sessions[1]).toEqual({
      id: phone.sessionId,
      device: 'Chrome sur Android',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      current: false,
    });
  });

  test('does not grow when the same browser logs in again', async () => {
    const { email, cookies } = await identity.register();
    const again = await logIn(email, { cookie: cookieHeader(cookies) });
    expect(await list(again.bearer)).toMatchObject([{ id: again.sessionId }]);
  });

  test('is for subscribers alone', async () => {
    await identity.http.get('/api/auth/sessions').expect(401);
    await identity.http
      .get('/api/auth/sessions')
      .set('Authorization', (await openPanel()).bearer)
      .expect(403);
  });
});

describe('ending sessions', () => {
  test('ends one other device, once', async () => {
    const { email } = await identity.register();
    const [phone, laptop] = [await logIn(email), await logIn(email)];
    const end = (id: string) => identity.http.delete(`/api/auth/sessions/${id}`).set('Authorization', laptop.bearer);
    await end(phone.sessionId).expect(200, { ok: true });
    await refresh(phone.cookie).expect(401);
    await identity.http.get('/api/auth/sessions').set('Authorization', phone.bearer).expect(401);
    expect((await end(phone.sessionId).expect(404)).body).toMatchObject({
      code: 'SESSION_NOT_FOUND',
      error: 'Cet appareil est déjà déconnecté.',
    });
    await refresh(laptop.cookie).expect(200);
  });

  test('responds with 404 to the session of another person, which stays open', async () => {
    const [own, other] = [
      await logIn((await identity.register()).email),
      await logIn((await identity.register()).email),
    ];
    await identity.http.delete(`/api/auth/sessions/${other.sessionId}`).set('Authorization', own.bearer).expect(404);
    await identity.http.delete(`/api/auth/sessions/${randomUUID()}`).set('Authorization', own.bearer).expect(404);
    await identity.http.delete('/api/auth/sessions/nothing').set('Authorization', own.bearer).expect(400);
    await refresh(other.cookie).expect(200);
  });

  test('ends all of the subscriber, the present one included, and no other’s', async () => {
    const { email, cookies } = await identity.register();
    const [laptop, other] = [await logIn(email), await logIn((await identity.register()).email)];
    const response = await identity.http
      .delete('/api/auth/sessions')
      .set('Authorization', laptop.bearer)
      .expect(200, { ok: true });
    expect(response.get('Set-Cookie')?.join()).toContain('subscriber_refresh=;');
    for (const cookie of [cookieHeader(cookies), laptop.cookie]) await refresh(cookie).expect(401);
    await identity.http.get('/api/auth/sessions').set('Authorization', laptop.bearer).expect(401);
    await refresh(other.cookie).expect(200);
  });
});

describe('the profile', () => {
  test('changes the names that are sent, for the next session too, and never the address', async () => {
    const { token, email, user } = await identity.register();
    const changed = await identity.http
      .patch('/api/auth/me')
      .set('Authorization', `Bearer ${token}`)
      .send({ username: 'cla', email: 'other@example.org' })
      .expect(200);
    expect(changed.body).toEqual({ ...user, username: 'cla' });
    expect((await logIn(email)).user).toEqual(changed.body);
    await identity.http.patch('/api/auth/me').send({ username: 'cla' }).expect(401);
  });

  test('announces a change once, with everything that the registration announced', async () => {
    const { token, email, firstName } = await identity.register();
    const change = (body: object) =>
      identity.http.patch('/api/auth/me').set('Authorization', `Bearer ${token}`).send(body).expect(200);
    await change({ lastName: 'Moreau' });
    await change({ lastName: 'Moreau' });
    await change({});
    const events = (await identity.events()).filter(({ data }) => (data as { email?: string }).email === email);
    expect(events.map(({ name, revision }) => [name, revision])).toEqual([
      ['subscriber.registered', 1],
      ['subscriber.updated', 2],
    ]);
    expect(events[1]?.data).toEqual({ ...(events[0]?.data as object), firstName, lastName: 'Moreau' });
  });

  test.each([{ firstName: 'C' }, { username: ' x ' }, { lastName: 'a\u0000b' }])('rejects %j', async (body) => {
    const { token } = await identity.register();
    await identity.http.patch('/api/auth/me').set('Authorization', `Bearer ${token}`).send(body).expect(400);
  });
});

describe('the administrator', () => {
  test('gets a token and cookies for the administration alone, which a subscriber’s call rejects', async () => {
    const panel = await openPanel();
    expect(panel.setCookies).toEqual([
      expect.stringMatching(/^__Secure-admin_device=.*Path=\/api\/admin;/),
      expect.stringMatching(/^__Secure-admin_refresh=.*Max-Age=1800; Path=\/api\/admin;/),
      expect.stringMatching(/^__Host-admin_view=.*Max-Age=1800; Path=\/;/),
    ]);
    await identity.http.patch('/api/auth/me').set('Authorization', panel.bearer).send({}).expect(403);
    const renewed = await refresh(panel.cookie, '/api/admin').expect(200);
    const cookie = cookieHeader(renewed.get('Set-Cookie') ?? []);
    await identity.http.post('/api/admin/logout').set('Cookie', cookie).expect(200);
    await refresh(cookie, '/api/admin').expect(401);
  });

  test('is logged out after half an hour without a renewal, and twelve hours after the login in any case', async () => {
    const pass = (interval: string) =>
      identity.postgres.query(
        "update sessions set expires_at = expires_at - $1::interval, ends_at = ends_at - $1::interval where role = 'administrator'",
        [interval],
      );
    const idle = await openPanel();
    await pass('30 minutes');
    await refresh(idle.cookie, '/api/admin').expect(401);
    let { cookie } = await openPanel();
    for (let passed = 0; passed < 13 * 60; passed += 25) {
      await pass('25 minutes');
      const response = await refresh(cookie, '/api/admin');
      if (response.status === 401) {
        expect(passed).toBeGreaterThanOrEqual(12 * 60 - 50);
        return;
      }
      cookie = cookieHeader(response.get('Set-Cookie') ?? []);
    }
    throw new Error('the session never ended');
  });

  test('lists and ends its sessions, and stands in the audit trail with what it did', async () => {
    const [here, there, elsewhere] = [await openPanel(), await openPanel(), await openPanel()];
    const sessions = await list(here.bearer, '/api/admin');
    expect(sessions.map(({ id }) => id)).toEqual(
      expect.arrayContaining([here.sessionId, there.sessionId, elsewhere.sessionId]),
    );
    await identity.http.delete(`/api/admin/sessions/${there.sessionId}`).set('Authorization', here.bearer).expect(200);
    await refresh(there.cookie, '/api/admin').expect(401);
    await identity.http.post('/api/admin/logout').set('Cookie', elsewhere.cookie).expect(200);
    await identity.http.delete('/api/admin/sessions').set('Authorization', here.bearer).expect(200);
    await refresh(here.cookie, '/api/admin').expect(401);
    const actor = { role: 'administrator', id: 'administrator' };
    const trail = (await identity.events()).filter(({ name }) => name.startsWith('panel.')).slice(-3);
    expect(trail).toMatchObject([
      { name: 'panel.devices-removed', actor, data: { devices: ['Firefox sur Windows'] } },
      { name: 'panel.left', actor, data: { device: 'Firefox sur Windows' } },
      { name: 'panel.devices-removed', actor },
    ]);
    expect((await eventsNamed('panel.entered')).at(-1)).toMatchObject({
      actor,
      data: { role: 'administrator', device: 'Firefox sur Windows' },
    });
  });

  test.each(['wrong-one', '', undefined, 12, ['x'], 'p'.repeat(300)])(
    'gets "Mot de passe incorrect" for the password %p',
    async (password) => {
      const response = await identity.http.post('/api/admin/verify').set('x-real-ip', '192.0.2.8').send({ password });
      expect([400, 401]).toContain(response.status);
      expect(response.body.error).toBe('Mot de passe incorrect');
    },
  );
});
