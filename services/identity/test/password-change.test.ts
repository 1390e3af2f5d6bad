import { cookieHeader } from 'testing/cookies';
import { affiliateFacts } from 'testing/events';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { headerOf, readable } from './mail-server.ts';

const NEW_PASSWORD = 'balcon-bleu';
let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const change = (token: string, currentPassword: unknown, newPassword: unknown) =>
  identity.http
    .post('/api/auth/change-password')
    .set('Authorization', `Bearer ${token}`)
    .send({ currentPassword, newPassword });
const logIn = (email: string, password: string) => identity.http.post('/api/auth/login').send({ email, password });
const refresh = (setCookies: readonly string[]) =>
  identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(setCookies));
const affiliate = (changes: { emailFromEmail?: string; changes?: { field: string }[] }) => ({
  ...affiliateFacts({ id: 'f3bb8a1c-6f0a-4d0e-9f0d-0a4f5f7f6a11', slug: 'aff-one', name: 'Studio Nord' }),
  ...changes,
});

describe('changing one’s password', () => {
  test('takes the new password from then on, keeps this session and ends the others', async () => {
    const { email, token, cookies } = await identity.register();
    const other = await logIn(email, PASSWORD).expect(200);
    await change(token, PASSWORD, NEW_PASSWORD).expect(200, { ok: true });
    await refresh(cookies).expect(200);
    await identity.http.get('/api/auth/sessions').set('Authorization', `Bearer ${token}`).expect(200);
    await refresh(other.get('Set-Cookie') ?? []).expect(401);
    await identity.http
      .get('/api/auth/sessions')
      .set('Authorization', `Bearer ${other.body.token as string}`)
      .expect(401);
    await logIn(email, PASSWORD).expect(401);
    await logIn(email, NEW_PASSWORD).expect(200);
  });

  test('ends an open link to reset the password', async () => {
    const { email, token } = await identity.register();
    await identity.http.post('/api/auth/forgot-password').send({ email }).expect(200);
    await identity.mails.runDue();
    const mail = readable(identity.mailServer.messagesTo(email).at(-1)?.source ?? '');
    const resetToken = /reset-password\?token=([\w-]{43})/.exec(mail)?.[1];
    await identity.http.get(`/api/auth/verify-reset-token/${resetToken}`).expect(200, { valid: true, email });
    await change(token, PASSWORD, NEW_PASSWORD).expect(200);
    const late = await identity.http
      .post('/api/auth/reset-password')
      .send({ token: resetToken, newPassword: 'orchestre-or' })
      .expect(400);
    expect(late.body).toMatchObject({ code: 'RESET_TOKEN_INVALID' });
    await logIn(email, NEW_PASSWORD).expect(200);
  });

  test('is followed by a mail about it', async () => {
    const { email, token } = await identity.register();
    await change(token, PASSWORD, NEW_PASSWORD).expect(200);
    await identity.mails.runDue();
    expect(
      identity.mailServer.messagesTo(email).map(({ source }) => readable(headerOf(source, 'Subject') ?? '')),
    ).toEqual([expect.stringContaining('Coulisses')]);
  });

  test('needs the present password, and changes nothing without it', async () => {
    const { email, token, cookies } = await identity.register();
    const denied = await change(token, 'not-the-one', NEW_PASSWORD).expect(401);
    expect(denied.body).toMatchObject({ error: 'Mot de passe incorrect', code: 'WRONG_PASSWORD' });
    await refresh(cookies).expect(200);
    await logIn(email, PASSWORD).expect(200);
  });

  test.each([
    [{ currentPassword: '', newPassword: NEW_PASSWORD }, 'Mot de passe incorrect'],
    [{ newPassword: NEW_PASSWORD }, 'Mot de passe incorrect'],
    [{ currentPassword: PASSWORD, newPassword: '12345' }, 'Le mot de passe doit contenir au moins 6 caractères'],
    [{ currentPassword: PASSWORD, newPassword: 'p'.repeat(101) }, 'Mot de passe trop long'],
    [{ currentPassword: PASSWORD, newPassword: 'azerty' }, 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
  ])('rejects %j with a sentence', async (body, text) => {
    const { token } = await identity.register();
    const response = await identity.http
      .post('/api/auth/change-password')
      .set('Authorization', `Bearer ${token}`)
      .send(body)
      .expect(400);
    expect(response.body.error).toBe(text);
  });

  test('lets one of two changes win that are sent side by side', async () => {
    const { token } = await identity.register();
    const responses = await Promise.all([
      change(token, PASSWORD, NEW_PASSWORD),
      change(token, PASSWORD, 'orchestre-or'),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('is denied after five attempts, for this account alone', async () => {
    const [guessed, other] = [await identity.register(), await identity.register()];
    for (let attempt = 0; attempt < 5; attempt += 1)
      await change(guessed.token, 'not-the-one', NEW_PASSWORD).expect(401);
    const denied = await change(guessed.token, PASSWORD, NEW_PASSWORD).expect(429);
    expect(Number(denied.get('retry-after'))).toBeGreaterThan(60);
    await change(other.token, PASSWORD, NEW_PASSWORD).expect(200);
  });

  test('is for subscribers alone', async () => {
    await identity.http
      .post('/api/auth/change-password')
      .send({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })
      .expect(401);
  });
});

describe('an affiliate’s new password', () => {
  test('is announced by a mail of the site to the address that the affiliate gave', async () => {
    await identity.consume('affiliate.created', affiliate({}));
    await identity.consume(
      'affiliate.updated',
      affiliate({ emailFromEmail: 'nord@example.org', changes: [{ field: 'custom_password' }] }),
      2,
    );
    await identity.mails.runDue();
    const [mail, ...more] = identity.mailServer.messagesTo('nord@example.org');
    expect(more).toEqual([]);
    expect(headerOf(mail?.source ?? '', 'From')).toBe('Coulisses <bonjour@coulisses.example>');
    expect(readable(mail?.source ?? '')).toContain(
      'Le mot de passe du panneau affilié «\u00a0Studio Nord\u00a0» a été modifié',
    );
    expect(readable(mail?.source ?? '')).toContain('http://localhost:8080/affiliate/aff-one');
  });

  test('is not announced where there is no address, nor is another change', async () => {
    await identity.consume('affiliate.updated', affiliate({ changes: [{ field: 'custom_password' }] }), 3);
    await identity.consume(
      'affiliate.updated',
      affiliate({ emailFromEmail: 'sud@example.org', changes: [{ field: 'name' }] }),
      4,
    );
    await identity.mails.runDue();
    expect(identity.mailServer.messagesTo('sud@example.org')).toEqual([]);
    expect((await identity.postgres.query('select 1 from mails')).rowCount).toBe(0);
  });
});
