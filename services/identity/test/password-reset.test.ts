import { cookieHeader } from 'testing/cookies';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';

const SENTENCE = 'Si votre email existe dans notre système, vous recevrez un lien de réinitialisation.';
const NEW_PASSWORD = 'balcon-bleu';
const REQUESTED_AT = '2026-11-22T14:04:00.000Z';
const forgot = (identity: Identity, email: string, address = '192.0.2.1') =>
  identity.http.post('/api/auth/forgot-password').set('x-real-ip', address).send({ email });
/** Returns the token of the last mail to an address. */
const mailedToken = ({ mailServer }: Identity, email: string): string | undefined => {
  const mail = mailServer.messagesTo(email).at(-1);
  return mail && /reset-password\?token=([\w-]{43})/.exec(readable(mail.source))?.[1];
};
const verified = async (identity: Identity, token: string | undefined): Promise<unknown> =>
  (await identity.http.get(`/api/auth/verify-reset-token/${token}`).expect(200)).body;
const reset = (identity: Identity, token: unknown, newPassword: unknown = NEW_PASSWORD) =>
  identity.http.post('/api/auth/reset-password').send({ token, newPassword });

describe('password reset', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity({ clock: () => Date.parse(REQUESTED_AT) });
  });
  afterAll(() => identity.stop());
  const mailedLink = async (email: string): Promise<string | undefined> => {
    await forgot(identity, email).expect(200);
    await identity.mails.runDue();
    return mailedToken(identity, email);
  };

  test('responds to a known and an unknown address alike, with one queued row each', async () => {
    const { email } = await identity.register();
    const known = await forgot(identity, email).expect(200);
    const unknown = await forgot(identity, 'inconnu@example.org').expect(200);
    expect(known.body).toEqual({ ok: true, message: SENTENCE });
    expect(unknown.body).toEqual(known.body);
    const { rows } = await identity.postgres.query(
      'select email, kind, data, subscriber_id from mails order by created_at',
    );
    expect(rows).toEqual(
      [email, 'inconnu@example.org'].map((address) => ({
        email: address,
        kind: 'reset',
        data: { device: expect.any(String), requestedAt: REQUESTED_AT },
        subscriber_id: null,
      })),
    );
    expect((await identity.postgres.query('select 1 from reset_tokens')).rowCount).toBe(0);

    await identity.mails.runDue();
    expect(identity.mailServer.messagesTo(email)).toHaveLength(1);
    expect(identity.mailServer.messagesTo('inconnu@example.org')).toHaveLength(0);
    expect((await identity.postgres.query('select 1 from mails')).rowCount).toBe(0);
  });

  test('names the device and the time of the request in the mail, and nothing else of what the caller states', async () => {
    const { email } = await identity.register();
    await identity.http
      .post('/api/auth/forgot-password')
      .set('user-agent', 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0 www.evil.example')
      .send({ email })
      .expect(200);
    await identity.mails.runDue();
    const mail = readable(identity.mailServer.messagesTo(email).at(-1)?.source ?? '');
    expect(mail).toContain('Firefox sur Windows');
    expect(mail).toContain('(heure de Paris)');
    expect(mail).not.toContain('evil');
  });

  test('changes the password once by the mailed link, ends the sessions and clears the cookies', async () => {
    const { email, cookies } = await identity.register();
    const token = await mailedLink(email);
    expect(await verified(identity, token)).toEqual({ valid: true, email });

    const done = await reset(identity, token).expect(200, { ok: true });
    expect(done.get('Set-Cookie')?.join()).toContain('subscriber_refresh=;');
    await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(cookies)).expect(401);
    await identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    await identity.http.post('/api/auth/login').send({ email, password: NEW_PASSWORD }).expect(200);

    expect(await verified(identity, token)).toEqual({ valid: false });
    const again = await reset(identity, token).expect(400);
    expect(again.body).toMatchObject({
      error: 'Ce lien de réinitialisation est invalide ou a expiré',
      code: 'RESET_TOKEN_INVALID',
    });
  });

  test.each([
    ['password1', 'PASSWORD_TOO_COMMON'],
    ['Fontaine75', 'PASSWORD_TOO_PERSONAL'],
  ])('rejects the new password %s with %s and keeps the link', async (password, code) => {
    const { email } = await identity.register();
    const token = await mailedLink(email);
    expect((await reset(identity, token, password).expect(400)).body.code).toBe(code);
    await reset(identity, token).expect(200);
  });

  test('mails the subscriber about the change', async () => {
    const { email } = await identity.register();
    await reset(identity, await mailedLink(email)).expect(200);
    await identity.mails.runDue();
    const mail = identity.mailServer.messagesTo(email).at(-1);
    expect(readable(mail?.source ?? '')).toContain('Le mot de passe de votre compte Coulisses a été modifié le ');
  });

  test('accepts a link once when it is used twice at the same time', async () => {
    const { email } = await identity.register();
    const token = await mailedLink(email);
    const responses = await Promise.all([reset(identity, token), reset(identity, token, 'orchestre-or')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('ends a link when a newer one is mailed, or after an hour', async () => {
    const { email } = await identity.register();
    const first = await mailedLink(email);
    const second = await mailedLink(email);
    expect(await verified(identity, first)).toEqual({ valid: false });
    expect(await verified(identity, second)).toEqual({ valid: true, email });
    await identity.postgres.query("update reset_tokens set expires_at = now() - interval '1 second'");
    expect(await verified(identity, second)).toEqual({ valid: false });
  });

  test('limits the requests for one account, known or not, with 429', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await forgot(identity, 'Often@example.org', `198.51.100.${attempt}`).expect(200);
    await forgot(identity, 'often@example.org', '198.51.100.99').expect(429);
  });

  test.each([
    [{ newPassword: NEW_PASSWORD }, 'Token de réinitialisation manquant', 'RESET_TOKEN_MISSING'],
    [{ token: '', newPassword: NEW_PASSWORD }, 'Token de réinitialisation manquant', 'RESET_TOKEN_MISSING'],
    [
      { token: 'unknown', newPassword: NEW_PASSWORD },
      'Ce lien de réinitialisation est invalide ou a expiré',
      'RESET_TOKEN_INVALID',
    ],
    [
      { token: 'NUL\u0000', newPassword: NEW_PASSWORD },
      'Ce lien de réinitialisation est invalide ou a expiré',
      'RESET_TOKEN_INVALID',
    ],
    [
      { token: 'unknown', newPassword: '12345' },
      'Le mot de passe doit contenir au moins 6 caractères',
      'VALIDATION_FAILED',
    ],
    [{ token: ['x'], newPassword: NEW_PASSWORD }, 'Token de réinitialisation manquant', 'VALIDATION_FAILED'],
  ])('rejects %j with "%s"', async (body, error, code) => {
    const response = await identity.http.post('/api/auth/reset-password').send(body).expect(400);
    expect(response.body).toMatchObject({ error, code });
  });
});

describe('password reset in development mode', () => {
  test('responds with the link that is mailed, for a known address only', async () => {
    const identity = await startIdentity({ developmentMode: true });
    try {
      const { email } = await identity.register();
      const response = await forgot(identity, email).expect(200);
      expect(response.body.message).toBe(SENTENCE);
      const token = /^http:\/\/localhost:8080\/reset-password\?token=([\w-]{43})$/.exec(
        response.body.resetUrl as string,
      )?.[1];
      expect(await verified(identity, token)).toEqual({ valid: true, email });
      await identity.mails.runDue();
      expect(mailedToken(identity, email)).toBe(token);
      expect(await verified(identity, token)).toEqual({ valid: true, email });
      expect((await forgot(identity, 'inconnu@example.org').expect(200)).body).toEqual({ ok: true, message: SENTENCE });
    } finally {
      await identity.stop();
    }
  });
});
