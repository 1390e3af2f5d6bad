import { ADMIN_PASSWORD, cookieHeader, PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity({ site: { title: 'Coulisses', publicUrl: 'https://coulisses.example', sender: { name: 'Coulisses', email: 'bonjour@coulisses.example' } } });
});
afterAll(() => identity.stop());

const logIn = (email: string, password: string, address = '192.0.2.1') => identity.http.post('/api/auth/login').set('x-real-ip', address).send({ email, password });

describe('subscribers', () => {
  test('When the password is right, then a session opens whatever the case of the address, with secure cookies on https', async () => {
    const { email, user } = await identity.register();
    const response = await logIn(email.toUpperCase(), PASSWORD).expect(200);
    expect(response.body).toEqual({ token: expect.any(String), user });
    expect(response.get('Set-Cookie')?.every((cookie) => cookie.includes('; Secure'))).toBe(true);
  });

  test('When the address or the password is wrong, then the same sentence', async () => {
    const { email } = await identity.register();
    const wrong = await logIn(email, 'not-the-one').expect(401);
    const unknown = await logIn('nobody@example.org', 'not-the-one').expect(401);
    expect([wrong.body.error, unknown.body.error]).toEqual(['Email ou mot de passe incorrect.', 'Email ou mot de passe incorrect.']);
  });

  test('When an account is tried more than ten times, then it waits, from any address, and others do not', async () => {
    const { email } = await identity.register();
    const other = await identity.register();
    for (let attempt = 0; attempt < 10; attempt += 1) await logIn(email, 'not-the-one', `198.51.100.${attempt}`).expect(401);
    const refused = await logIn(email, PASSWORD, '198.51.100.99').expect(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', error: 'Trop de tentatives. Réessayez dans quelques minutes.' });
    expect(Number(refused.get('retry-after'))).toBeGreaterThan(60);
    await logIn(other.email, PASSWORD).expect(200);
  });

  test('When one address tries fifty accounts, then that address waits', async () => {
    for (let attempt = 0; attempt < 50; attempt += 1) await logIn(`guess${attempt}@example.org`, 'not-the-one', '203.0.113.5').expect(401);
    await logIn('guess-again@example.org', 'not-the-one', '203.0.113.5').expect(429);
    await logIn('guess-again@example.org', 'not-the-one', '203.0.113.6').expect(401);
  });

  test('When a token is renewed, then the refresh token changes, and the old one used later ends the session', async () => {
    const { cookies, user } = await identity.register();
    const first = await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(cookies)).expect(200);
    expect(first.body).toEqual({ token: expect.any(String), user });
    const renewed = cookieHeader(first.get('Set-Cookie') ?? []);
    await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(cookies)).expect(200);
    await identity.postgres.query("update sessions set rotated_at = now() - interval '1 minute'");
    await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(cookies)).expect(401);
    const ended = await identity.http.post('/api/auth/refresh').set('Cookie', renewed).expect(401);
    expect(ended.body.code).toBe('SESSION_EXPIRED');
  });

  test('When there is no cookie or a foreign one, then 401', async () => {
    await identity.http.post('/api/auth/refresh').expect(401);
    await identity.http.post('/api/auth/refresh').set('Cookie', 'subscriber_refresh=nothing').expect(401);
  });

  test('When a person logs out, then every session of theirs ends and the cookies go', async () => {
    const { email, cookies } = await identity.register();
    const second = await logIn(email, PASSWORD).expect(200);
    const response = await identity.http.post('/api/auth/logout').set('Cookie', cookieHeader(cookies)).expect(200, { ok: true });
    expect(response.get('Set-Cookie')).toEqual([expect.stringMatching(/^subscriber_refresh=; Path=\/api\/auth; Expires=Thu, 01 Jan 1970/), expect.stringMatching(/^subscriber_view=; Path=\/; Expires=Thu, 01 Jan 1970/)]);
    await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(second.get('Set-Cookie') ?? [])).expect(401);
  });

  test('When a person changes names, then the answer and the next session have them, and what is absent stays', async () => {
    const { token, email, user } = await identity.register();
    const changed = await identity.http.patch('/api/auth/me').set('Authorization', `Bearer ${token}`).send({ username: 'cla', email: 'other@example.org' }).expect(200);
    expect(changed.body).toEqual({ ...user, username: 'cla' });
    expect((await logIn(email, PASSWORD).expect(200)).body.user).toEqual(changed.body);
    await identity.http.patch('/api/auth/me').send({ username: 'cla' }).expect(401);
  });
});

describe('the main administrator', () => {
  const verify = (password: unknown, address = '192.0.2.7') => identity.http.post('/api/admin/verify').set('x-real-ip', address).send({ password });

  test('When the password is right, then a token and a cookie for the administration alone; a subscriber call refuses it', async () => {
    const response = await verify(ADMIN_PASSWORD).expect(200);
    expect(response.body).toEqual({ ok: true, token: expect.any(String) });
    expect(response.get('Set-Cookie')?.[0]).toMatch(/^admin_refresh=.*Path=\/api\/admin;/);
    expect(response.get('Set-Cookie')?.[1]).toMatch(/^admin_view=.*Path=\/;/);
    await identity.http.patch('/api/auth/me').set('Authorization', `Bearer ${response.body.token}`).send({}).expect(403);

    const renewed = await identity.http.post('/api/admin/refresh').set('Cookie', cookieHeader(response.get('Set-Cookie') ?? [])).expect(200);
    const cookie = cookieHeader(renewed.get('Set-Cookie') ?? []);
    await identity.http.post('/api/admin/logout').set('Cookie', cookie).expect(200);
    await identity.http.post('/api/admin/refresh').set('Cookie', cookie).expect(401);
  });

  test.each(['wrong-one', '', undefined, 12, ['x'], 'p'.repeat(300)])('When the password is %p, then "Mot de passe incorrect"', async (password) => {
    const response = await verify(password, '192.0.2.8');
    expect([400, 401]).toContain(response.status);
    expect(response.body.error).toBe('Mot de passe incorrect');
  });

  test('When an address tries more than ten times, then it waits', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await verify('wrong-one', '192.0.2.9').expect(401);
    await verify(ADMIN_PASSWORD, '192.0.2.9').expect(429);
  });
});
