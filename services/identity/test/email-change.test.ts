import { randomUUID } from 'node:crypto';
import { cookieHeader } from 'testing/cookies';
import { eventually } from 'testing/eventually';
import { createSubscriberRepository } from '../src/subscribers/subscriber.repository.ts';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());
beforeEach(async () => {
  await identity.postgres.query('delete from rate_limits');
});

const newAddress = () => `neuve.${randomUUID()}@example.org`;
const request = (token: string, newEmail: unknown, currentPassword: unknown = PASSWORD) =>
  identity.http
    .post('/api/auth/change-email')
    .set('Authorization', `Bearer ${token}`)
    .send({ newEmail, currentPassword });
const confirm = (token: unknown) => identity.http.post('/api/auth/confirm-email').send({ token });
const logIn = (email: string, password = PASSWORD) => identity.http.post('/api/auth/login').send({ email, password });
const refresh = (setCookies: readonly string[]) =>
  identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(setCookies));
const mailsTo = async (email: string) => {
  await identity.mails.runDue();
  return identity.mailServer.messagesTo(email).map(({ source }) => readable(source));
};
/** Returns the token of the last link sent to an address. */
const tokenFor = async (email: string): Promise<string> => {
  const [, token = ''] =
    /http:\/\/localhost:8080\/confirm-email\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? '') ?? [];
  return token;
};
const pending = async () => (await identity.postgres.query('select * from email_changes')).rows;

describe('a new address', () => {
  test('takes effect by the link alone, keeps the session that requested it and ends the others', async () => {
    const { email, token, cookies, user } = await identity.register();
    const other = await logIn(email).expect(200);
    const next = newAddress();
    await request(token, ` ${next} `).expect(200, { ok: true });
    expect((await refresh(cookies).expect(200)).body.user.email).toBe(email);
    const link = await tokenFor(next);
    expect(link).toHaveLength(43);
    expect(JSON.stringify(await pending())).not.toContain(link);
    await confirm(link).expect(200, { ok: true });
    await logIn(email).expect(401);
    await logIn(next).expect(200);
    expect((await logIn(next).expect(200)).body.user).toEqual({ ...user, email: next });
    await refresh(other.get('Set-Cookie') ?? []).expect(401);
    await identity.http.get('/api/auth/sessions').set('Authorization', `Bearer ${token}`).expect(200);
    const events = (await identity.events()).filter(({ name, data }) => name === 'subscriber.updated' && data);
    expect(events.at(-1)?.data).toMatchObject({ email: next, firstName: 'Claire' });
    await confirm(link).expect(400);
  });

  test('is requested by a link to it and a notice to the present one, and announced to the former one', async () => {
    const { email, token } = await identity.register();
    const next = newAddress();
    await request(token, next).expect(200);
    const link = await tokenFor(next);
    expect(await mailsTo(email)).toEqual([expect.stringContaining('Une autre adresse e-mail a été indiquée')]);
    expect((await mailsTo(email))[0]).not.toContain(next);
    await confirm(link).expect(200);
    expect((await mailsTo(email)).at(-1)).toContain('Votre adresse a été modifiée');
    expect(await mailsTo(next)).toHaveLength(1);
  });

  test('responds to the address of another subscriber with the same response and notice, and sends no link', async () => {
    const [taken, { email, token }] = [await identity.register(), await identity.register()];
    const free = await request(token, newAddress()).expect(200);
    const response = await request(token, taken.email.toUpperCase()).expect(200);
    expect(response.body).toEqual(free.body);
    expect(await mailsTo(taken.email)).toEqual([]);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('rejects an address that is taken between request and confirmation, and changes nothing', async () => {
    const { email, token, cookies } = await identity.register();
    const next = newAddress();
    await request(token, next).expect(200);
    const link = await tokenFor(next);
    await identity.register({ email: next });
    expect((await confirm(link).expect(400)).body.code).toBe('EMAIL_LINK_INVALID');
    await logIn(email).expect(200);
    await refresh(cookies).expect(200);
  });

  test('goes to one of two who confirm it at once', async () => {
    const people = [await identity.register(), await identity.register()];
    const next = newAddress();
    const links = [];
    for (const { token } of people) {
      await request(token, next).expect(200);
      links.push(await tokenFor(next));
    }
    expect(new Set(links).size).toBe(2);
    const responses = await Promise.all(links.map((link) => confirm(link)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is rejected where a registration with it commits meanwhile', async () => {
    const { token } = await identity.register();
    const next = newAddress();
    await request(token, next).expect(200);
    const link = await tokenFor(next);
    const confirming = await identity.postgres.transaction(async (client) => {
      await createSubscriberRepository(identity.postgres).add(client, {
        id: randomUUID(),
        email: next,
        firstName: 'Zoé',
        lastName: 'Roux',
        username: 'zoe',
        passwordHash: '',
        modelId: randomUUID(),
        tracking: { clickId: '', affiliate: '', pixelId: '' },
        partnerAffiliate: '',
        attribution: { affiliateId: null, reason: 'none' },
      });
      const response = confirm(link).then(({ status }) => status);
      // Waits until the confirmation is blocked by this transaction.
      await eventually(
        async () =>
          (
            await identity.postgres.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
        'the confirmation waits',
      );
      return { response };
    });
    expect(await confirming.response).toBe(400);
  });

  test.each([
    ['not-an-address', PASSWORD, 'VALIDATION_FAILED', 400],
    ['a@b.fr\r\nBcc: x@example.org', PASSWORD, 'VALIDATION_FAILED', 400],
    [newAddress(), 'not-the-one', 'WRONG_PASSWORD', 401],
    [newAddress(), '', 'VALIDATION_FAILED', 400],
  ])('%j with the password %j is rejected with %s', async (newEmail, password, code, status) => {
    const { token } = await identity.register();
    const before = await pending();
    expect((await request(token, newEmail, password).expect(status)).body.code).toBe(code);
    expect(await pending()).toEqual(before);
  });

  test('rejects the present address, whatever its case', async () => {
    const { email, token } = await identity.register();
    expect((await request(token, email.toUpperCase()).expect(400)).body.code).toBe('EMAIL_UNCHANGED');
  });

  test('can be requested five times an hour for each account', async () => {
    const [limited, other] = [await identity.register(), await identity.register()];
    for (let attempt = 0; attempt < 5; attempt += 1) await request(limited.token, newAddress()).expect(200);
    await request(limited.token, newAddress()).expect(429);
    await request(other.token, newAddress()).expect(200);
  });

  test('can be requested five times an hour for each new address, by whichever accounts', async () => {
    const target = newAddress();
    for (let account = 0; account < 5; account += 1)
      await request((await identity.register()).token, target).expect(200);
    const { token } = await identity.register();
    await request(token, target.toUpperCase()).expect(429);
    await request(token, newAddress()).expect(200);
  });

  test('counts no request for the present one, but each with a wrong password', async () => {
    const { email, token } = await identity.register();
    for (let attempt = 0; attempt < 5; attempt += 1) await request(token, email).expect(400);
    for (let attempt = 0; attempt < 5; attempt += 1) await request(token, newAddress(), 'pas-le-bon').expect(401);
    await request(token, newAddress()).expect(429);
  });

  test('is for subscribers alone', async () => {
    await identity.http
      .post('/api/auth/change-email')
      .send({ newEmail: newAddress(), currentPassword: PASSWORD })
      .expect(401);
  });
});

describe('the link of a new address', () => {
  test.each([undefined, '', 'absent', 'x'.repeat(201), 7])('%j does not hold', async (token) => {
    expect((await confirm(token).expect(400)).body.error).toBe(
      'Ce lien de confirmation est invalide, a expiré ou a déjà servi.',
    );
  });

  test('expires after an hour', async () => {
    const { token } = await identity.register();
    const next = newAddress();
    await request(token, next).expect(200);
    const link = await tokenFor(next);
    await identity.postgres.query("update email_changes set expires_at = now() - interval '1 second'");
    await confirm(link).expect(400);
  });

  test('is replaced by that of a later request', async () => {
    const { token } = await identity.register();
    const [first, second] = [newAddress(), newAddress()];
    await request(token, first).expect(200);
    const link = await tokenFor(first);
    await request(token, second).expect(200);
    await confirm(link).expect(400);
    await confirm(await tokenFor(second)).expect(200);
  });

  test('ends with a new password: a stranger may have requested it', async () => {
    const { token } = await identity.register();
    const next = newAddress();
    await request(token, next).expect(200);
    const link = await tokenFor(next);
    await identity.http
      .post('/api/auth/change-password')
      .set('Authorization', `Bearer ${token}`)
      .send({ currentPassword: PASSWORD, newPassword: 'balcon-bleu' })
      .expect(200);
    await confirm(link).expect(400);
  });

  test('ends the reset links that went to the former address', async () => {
    const { email, token } = await identity.register();
    await identity.http.post('/api/auth/forgot-password').send({ email }).expect(200);
    const [, reset = ''] = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1) ?? '') ?? [];
    const verified = () => identity.http.get(`/api/auth/verify-reset-token/${reset}`).expect(200);
    expect((await verified()).body.valid).toBe(true);
    const next = newAddress();
    await request(token, next).expect(200);
    await confirm(await tokenFor(next)).expect(200);
    expect((await verified()).body).toEqual({ valid: false });
  });
});
