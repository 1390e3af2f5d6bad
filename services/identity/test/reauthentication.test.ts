import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import { decodeJwt } from 'jose';
import { cookieHeader } from 'testing/cookies';
import { ADMIN_PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const openPanel = async () => {
  const response = await identity.http
    .post('/api/admin/verify')
    .set('x-real-ip', '192.0.2.1')
    .send({ password: ADMIN_PASSWORD })
    .expect(200);
  return {
    bearer: `Bearer ${response.body.token as string}`,
    cookie: cookieHeader(response.get('Set-Cookie') ?? []),
    sessionId: String(decodeJwt(response.body.token as string).sid),
  };
};
const confirm = (bearer: string, password: string, address = '192.0.2.1') =>
  identity.http
    .post('/api/admin/reauthenticate')
    .set('Authorization', bearer)
    .set('x-real-ip', address)
    .send({ password });
const ageOf = (token: string) => Date.now() / 1000 - Number(decodeJwt(token).auth_time);

describe('the confirmation of the administrator’s password', () => {
  test('makes the login of this session recent and refreshes the view cookie', async () => {
    const { bearer, cookie, sessionId } = await openPanel();
    await identity.postgres.query("update sessions set authenticated_at = now() - interval '1 hour' where id = $1", [
      sessionId,
    ]);
    const renewed = await identity.http.post('/api/admin/refresh').set('Cookie', cookie).expect(200);
    expect(ageOf(renewed.body.token as string)).toBeGreaterThan(RECENT_LOGIN_SECONDS);
    const confirmed = await confirm(bearer, ADMIN_PASSWORD).expect(200);
    expect(ageOf(confirmed.body.token as string)).toBeLessThan(60);
    expect(decodeJwt(confirmed.body.token as string)).toMatchObject({ role: 'administrator', sid: sessionId });
    expect((confirmed.get('Set-Cookie') ?? []).map((line) => line.split('=')[0])).toEqual(['admin_view']);
  });

  test('is rejected with a wrong password, and throttled with the logins', async () => {
    const { bearer } = await openPanel();
    for (let failure = 0; failure < 5; failure += 1)
      expect((await confirm(bearer, 'not-the-one', '192.0.2.66').expect(401)).body.code).toBe('WRONG_PASSWORD');
    expect((await confirm(bearer, ADMIN_PASSWORD, '192.0.2.66').expect(429)).body.code).toBe('TOO_MANY_ATTEMPTS');
    await identity.http
      .post('/api/admin/verify')
      .set('x-real-ip', '192.0.2.66')
      .send({ password: ADMIN_PASSWORD })
      .expect(429);
  });

  test('is for the administrator, in a session that is open', async () => {
    const [{ bearer }, { token }] = [await openPanel(), await identity.register()];
    await confirm(`Bearer ${token}`, ADMIN_PASSWORD).expect(403);
    await identity.http.post('/api/admin/reauthenticate').send({ password: ADMIN_PASSWORD }).expect(401);
    await identity.http.post('/api/admin/logout').set('Authorization', bearer).expect(200);
    expect((await confirm(bearer, ADMIN_PASSWORD).expect(401)).body.code).toBe('SESSION_EXPIRED');
  });
});
