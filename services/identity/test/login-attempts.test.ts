import { cookieHeader } from 'testing/cookies';
import { ADMIN_PASSWORD, PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';

const NEW_PASSWORD = 'balcon-bleu';
type Registered = Awaited<ReturnType<Identity['register']>>;

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

let networks = 0;
/** Returns an address without attempts so far. */
const newAddress = () => `2001:db8:0:${(networks += 1).toString(16)}::1`;
const logIn = (email: string, password: string, address: string, cookie = '') =>
  identity.http.post('/api/auth/login').set('x-real-ip', address).set('Cookie', cookie).send({ email, password });
const openPanel = (password: string, address: string, cookie = '') =>
  identity.http.post('/api/admin/verify').set('x-real-ip', address).set('Cookie', cookie).send({ password });

/** Protected logins, each with its attempt and the password that succeeds. */
const LOGINS = [
  { name: 'a subscriber', prepare: async () => (await identity.register()).email, attempt: logIn, password: PASSWORD },
  {
    name: 'the administrator',
    prepare: async () => 'administrator',
    attempt: (_account: string, password: string, address: string, cookie?: string) =>
      openPanel(password, address, cookie),
    password: ADMIN_PASSWORD,
  },
] as const;

describe.each(LOGINS)('the login of $name', ({ prepare, attempt, password }) => {
  test('denies an address after five failures, with the seconds to wait, and leaves others alone', async () => {
    const account = await prepare();
    const address = newAddress();
    for (let failure = 0; failure < 5; failure += 1) await attempt(account, 'not-the-one', address).expect(401);
    const denied = await attempt(account, password, address).expect(429);
    expect(denied.body).toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      error: 'Trop de tentatives. Réessayez dans quelques minutes.',
    });
    expect(denied.get('retry-after')).toBe('2');
    await attempt(account, password, newAddress()).expect(200);
  });

  test.each([
    [10, 6],
    [100, 3],
  ])(
    'opens from a new address and from a known device while %d addresses attack, %d times each',
    async (attackers, attempts) => {
      const account = await prepare();
      const known = cookieHeader((await attempt(account, password, newAddress()).expect(200)).get('Set-Cookie') ?? []);
      for (let attacker = 0; attacker < attackers; attacker += 1) {
        const address = newAddress();
        const responses = await Promise.all(
          Array.from({ length: attempts }, () => attempt(account, 'not-the-one', address)),
        );
        expect(responses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
      }
      await attempt(account, password, newAddress()).expect(200);
      // One wrong password is allowed even now.
      const another = newAddress();
      await attempt(account, 'not-the-one', another).expect(401);
      await attempt(account, password, another).expect(200);
      for (let mistake = 0; mistake < 4; mistake += 1)
        await attempt(account, 'not-the-one', newAddress(), known).expect(401);
      await attempt(account, password, newAddress(), known).expect(200);
    },
  );

  test('opens for a known device at an address that is blocked', async () => {
    const account = await prepare();
    const address = newAddress();
    const known = cookieHeader((await attempt(account, password, address).expect(200)).get('Set-Cookie') ?? []);
    for (let guess = 0; guess < 50; guess += 1) await logIn(`guess${guess}@example.org`, 'not-the-one', address);
    for (let guess = 0; guess < 50; guess += 1)
      await identity.http.post('/api/admin/verify').set('x-real-ip', address).send({ password: 'not-the-one' });
    await attempt(account, password, address).expect(429);
    await attempt(account, password, address, known).expect(200);
  });
});

describe('the login of subscribers', () => {
  test('blocks an address that has tried fifty accounts, and neither the next address nor the accounts', async () => {
    const address = newAddress();
    const { email } = await identity.register();
    for (let attempt = 0; attempt < 50; attempt += 1)
      await logIn(`tried${attempt}@example.org`, 'not-the-one', address).expect(401);
    for (let attempt = 0; attempt < 40; attempt += 1) await logIn(email, 'not-the-one', address).expect(429);
    for (let attempt = 0; attempt < 4; attempt += 1) await logIn(email, 'not-the-one', newAddress()).expect(401);
    await logIn(email, PASSWORD, newAddress()).expect(200);
  });

  test('does not trust the device cookie of another account', async () => {
    const [victim, attacker] = [await identity.register(), await identity.register()];
    const address = newAddress();
    for (let failure = 0; failure < 5; failure += 1) await logIn(victim.email, 'not-the-one', address).expect(401);
    await logIn(victim.email, 'not-the-one', address, cookieHeader(attacker.cookies)).expect(429);
  });

  const changePassword = (token: string, cookie: string) =>
    identity.http
      .post('/api/auth/change-password')
      .set('Authorization', `Bearer ${token}`)
      .set('Cookie', cookie)
      .send({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
  const resetPassword = async (email: string, cookie: string) => {
    await identity.http.post('/api/auth/forgot-password').set('x-real-ip', newAddress()).send({ email }).expect(200);
    await identity.mails.runDue();
    const mail = readable(identity.mailServer.messagesTo(email).at(-1)?.source ?? '');
    const token = /reset-password\?token=([\w-]{43})/.exec(mail)?.[1];
    return identity.http
      .post('/api/auth/reset-password')
      .set('Cookie', cookie)
      .send({ token, newPassword: NEW_PASSWORD });
  };
  test.each([
    { way: 'a change', replace: ({ token }: Registered, cookie: string) => changePassword(token, cookie) },
    { way: 'a reset', replace: ({ email }: Registered, cookie: string) => resetPassword(email, cookie) },
  ])('knows after $way of the password only the browser that has made it', async ({ replace }) => {
    const registered = await identity.register();
    const { email, cookies } = registered;
    const another = cookieHeader((await logIn(email, PASSWORD, newAddress()).expect(200)).get('Set-Cookie') ?? []);
    const changed = await replace(registered, cookieHeader(cookies)).then((response) => response);
    const own = (changed.get('Set-Cookie') ?? []).filter((line) => line.startsWith('subscriber_device='));
    const address = newAddress();
    for (let failure = 0; failure < 5; failure += 1) await logIn(email, 'not-the-one', address).expect(401);
    await logIn(email, NEW_PASSWORD, address, another).expect(429);
    await logIn(email, NEW_PASSWORD, address, cookieHeader(own)).expect(200);
  });

  test('counts ten attempts sent side by side from one address as ten', async () => {
    const { email } = await identity.register();
    const address = newAddress();
    const responses = await Promise.all(Array.from({ length: 10 }, () => logIn(email, 'not-the-one', address)));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
