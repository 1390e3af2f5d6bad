import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { createMailer } from '../src/mails/mailer.ts';
import { cookieHeader, modelFacts, PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { readable } from './mail-server.ts';

const SENTENCE = 'Si votre email existe dans notre système, vous recevrez un lien de réinitialisation.';
const NEW_PASSWORD = 'balcon-bleu';
const forgot = (identity: Identity, email: string, address = '192.0.2.1') => identity.http.post('/api/auth/forgot-password').set('x-real-ip', address).send({ email });
/** The token in the mail that went to an address last. */
const mailedToken = (identity: Identity, email: string): string | undefined => {
  const mail = identity.mails.messages.findLast(({ to }) => to === email);
  return mail && /reset-password\?token=([\w-]{43})/.exec(readable(mail.source))?.[1];
};
const verified = async (identity: Identity, token: string | undefined): Promise<unknown> => (await identity.http.get(`/api/auth/verify-reset-token/${token}`).expect(200)).body;
const reset = (identity: Identity, token: unknown, newPassword: unknown = NEW_PASSWORD) => identity.http.post('/api/auth/reset-password').send({ token, newPassword });

describe('a forgotten password', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());

  test('When the address is known or unknown, then the same answer and one row each', async () => {
    const { email } = await identity.register();
    const known = await forgot(identity, email).expect(200);
    const unknown = await forgot(identity, 'nobody@example.org').expect(200);
    expect(known.body).toEqual({ ok: true, message: SENTENCE });
    expect(unknown.body).toEqual(known.body);
    const { rows } = await identity.postgres.query('select email from reset_requests');
    expect(rows).toEqual(expect.arrayContaining([{ email }, { email: 'nobody@example.org' }]));
    await identity.resetMails.handleDue();
    expect(identity.mails.messages.some(({ to }) => to === 'nobody@example.org')).toBe(false);
    expect((await identity.postgres.query('select 1 from reset_requests')).rowCount).toBe(0);
  });

  test('When the mailed link is followed, then the password changes once, sessions end and cookies go', async () => {
    const { email, cookies } = await identity.register();
    await forgot(identity, email);
    await identity.resetMails.handleDue();
    const token = mailedToken(identity, email);
    expect(await verified(identity, token)).toEqual({ valid: true, email });

    const done = await reset(identity, token).expect(200, { ok: true });
    expect(done.get('Set-Cookie')?.join()).toContain('subscriber_refresh=;');
    await identity.http.post('/api/auth/refresh').set('Cookie', cookieHeader(cookies)).expect(401);
    await identity.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    await identity.http.post('/api/auth/login').send({ email, password: NEW_PASSWORD }).expect(200);

    expect(await verified(identity, token)).toEqual({ valid: false });
    const again = await reset(identity, token).expect(400);
    expect(again.body).toMatchObject({ error: 'Ce lien de réinitialisation est invalide ou a expiré', code: 'RESET_TOKEN_INVALID' });
  });

  test('When a link is used twice at once, then one of both changes the password', async () => {
    const { email } = await identity.register();
    await forgot(identity, email);
    await identity.resetMails.handleDue();
    const token = mailedToken(identity, email);
    const answers = await Promise.all([reset(identity, token), reset(identity, token, 'orchestre-or')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('When a second link is asked for, or an hour passes, then the older link ends', async () => {
    const { email } = await identity.register();
    await forgot(identity, email);
    await identity.resetMails.handleDue();
    const first = mailedToken(identity, email);
    await forgot(identity, email);
    await identity.resetMails.handleDue();
    const second = mailedToken(identity, email);
    expect(await verified(identity, first)).toEqual({ valid: false });
    expect(await verified(identity, second)).toEqual({ valid: true, email });
    await identity.postgres.query("update reset_tokens set expires_at = now() - interval '1 second'");
    expect(await verified(identity, second)).toEqual({ valid: false });
  });

  test('When the mail server is down, then the request waits and goes out later', async () => {
    const { email } = await identity.register();
    identity.mails.setDown(true);
    await forgot(identity, email).expect(200);
    await identity.resetMails.handleDue();
    const { rows } = await identity.postgres.query<{ attempts: number; later: boolean }>('select attempts, due_at > now() as later from reset_requests where email = $1', [email]);
    expect(rows).toEqual([{ attempts: 1, later: true }]);
    identity.mails.setDown(false);
    await identity.postgres.query('update reset_requests set due_at = now()');
    await identity.resetMails.handleDue();
    expect(mailedToken(identity, email)).toBeDefined();
  });

  test('When two replicas look at the requests, then one mail goes out', async () => {
    const { email } = await identity.register();
    await forgot(identity, email);
    await Promise.all([identity.resetMails.handleDue(), identity.resetMails.handleDue()]);
    expect(identity.mails.messages.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('When the worker runs, then a request is answered by itself', async () => {
    const { email } = await identity.register();
    const worker = identity.resetMails;
    worker.start();
    await forgot(identity, email);
    const deadline = Date.now() + 10_000;
    while (!mailedToken(identity, email) && Date.now() < deadline) await new Promise((resolve) => void setTimeout(resolve, 20));
    await worker.stop();
    expect(mailedToken(identity, email)).toBeDefined();
  });

  test('When one account is asked for too often, then it waits, known or not', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await forgot(identity, 'Often@example.org', `198.51.100.${attempt}`).expect(200);
    await forgot(identity, 'often@example.org', '198.51.100.99').expect(429);
  });

  test.each([
    [{ newPassword: NEW_PASSWORD }, 'Token de réinitialisation manquant', 'RESET_TOKEN_MISSING'],
    [{ token: '', newPassword: NEW_PASSWORD }, 'Token de réinitialisation manquant', 'RESET_TOKEN_MISSING'],
    [{ token: 'unknown', newPassword: NEW_PASSWORD }, 'Ce lien de réinitialisation est invalide ou a expiré', 'RESET_TOKEN_INVALID'],
    [{ token: 'NUL\u0000', newPassword: NEW_PASSWORD }, 'Ce lien de réinitialisation est invalide ou a expiré', 'RESET_TOKEN_INVALID'],
    [{ token: 'unknown', newPassword: '12345' }, 'Le mot de passe doit contenir au moins 6 caractères', 'VALIDATION_FAILED'],
    [{ token: ['x'], newPassword: NEW_PASSWORD }, 'Token de réinitialisation manquant', 'VALIDATION_FAILED'],
  ])('When a reset says %j, then "%s"', async (body, error, code) => {
    const response = await identity.http.post('/api/auth/reset-password').send(body).expect(400);
    expect(response.body).toMatchObject({ error, code });
  });
});

describe('mails', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  });
  afterAll(() => identity.stop());
  const mailedFrom = async (email: string) => {
    await forgot(identity, email);
    await identity.resetMails.handleDue();
    return /^From: (.*)$/m.exec(identity.mails.messages.findLast(({ to }) => to === email)?.source ?? '')?.[1]?.trim();
  };
  const affiliateFacts = { id: randomUUID(), slug: 'aff-one', name: 'Studio Nord', isActive: true, isSuspended: false, telegramLink: '', emailFromName: 'Studio Nord', emailFromEmail: 'bonjour@studio-nord.example', adexicoBaseUrl: '', adexicoSourceId: 'SN' };

  test('When the model names a sender, then the mail comes from it; else from its affiliate; else from the site', async () => {
    const { id: affiliateId } = affiliateFacts;
    await identity.hear('affiliate.created', affiliateFacts);
    const own = modelFacts({ affiliateId, emailFromName: 'Nina', emailFromEmail: 'nina@example.org' });
    const inherited = modelFacts({ affiliateId });
    await identity.hear('model.created', own);
    await identity.hear('model.created', inherited);
    const first = await identity.register({ modelSlug: own.slug });
    const second = await identity.register({ modelSlug: inherited.slug });
    expect(await mailedFrom(first.email)).toBe('Nina <nina@example.org>');
    expect(await mailedFrom(second.email)).toBe('Studio Nord <bonjour@studio-nord.example>');
    expect(await mailedFrom((await identity.register()).email)).toBe('Coulisses <bonjour@coulisses.example>');
    await identity.hear('affiliate.deleted', { id: affiliateId, slug: 'aff-one' }, 2);
    await identity.hear('affiliate.updated', affiliateFacts, 1);
    expect(await mailedFrom(second.email)).toBe('Coulisses <bonjour@coulisses.example>');
  });

  test('When a name holds markup or a header line, then neither becomes one', async () => {
    const model = modelFacts({ emailFromName: 'Nina\r\nBcc: spy@example.org', emailFromEmail: 'nina@example.org' });
    await identity.hear('model.created', model);
    const { email } = await identity.register({ modelSlug: model.slug, firstName: '<b>Eve</b>' });
    await forgot(identity, email);
    await identity.resetMails.handleDue();
    const mail = identity.mails.messages.at(-1);
    expect(mail?.source).not.toMatch(/^Bcc:/im);
    expect(readable(mail?.source ?? '')).toContain('<p>Bonjour &lt;b&gt;Eve&lt;/b&gt;,</p>');
    expect(readable(mail?.source ?? '')).toContain('http://localhost:8080/reset-password?token=');
  });

  test('When the mail server refuses a person, then the error that is logged does not name them', async () => {
    const mailer = createMailer(identity.mails.url);
    const from = { name: 'Coulisses', email: 'bonjour@coulisses.example' };
    const error: unknown = await mailer.send({ from, to: 'refused@example.org', subject: 'S', text: 'T', html: 'H' }).catch((reason: unknown) => reason);
    mailer.close();
    expect(error).toMatchObject({ message: 'the mail server did not take a mail: EENVELOPE 550' });
    expect(inspect(error, { depth: 5 })).not.toContain('refused@');
  });

  test('When a subscription is activated, also twice, then one welcome mail', async () => {
    const { email } = await identity.register();
    const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [email]);
    const data = { subscriberId: rows[0]?.id ?? '', paidUntil: null };
    const event = await identity.hear('subscription.activated', data);
    await identity.listeners['subscription.activated']?.(event);
    await identity.hear('subscription.activated', data, 3);
    const mails = identity.mails.messages.filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.source).toContain('Subject: Bienvenue sur Coulisses');
  });

  test('When the mail server is down at an activation, then the event fails and its repetition sends the mail', async () => {
    const { email } = await identity.register();
    const { rows } = await identity.postgres.query<{ id: string }>('select id from subscribers where email = $1', [email]);
    const data = { subscriberId: rows[0]?.id ?? '', paidUntil: null };
    identity.mails.setDown(true);
    await expect(identity.hear('subscription.activated', data)).rejects.toThrow();
    identity.mails.setDown(false);
    await identity.hear('subscription.activated', data);
    expect(identity.mails.messages.filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe('development mode', () => {
  test('When a known address forgets its password, then the link is answered and the same one mailed', async () => {
    const identity = await startIdentity({ developmentMode: true });
    try {
      const { email } = await identity.register();
      const response = await forgot(identity, email).expect(200);
      expect(response.body.message).toBe(SENTENCE);
      const token = /^http:\/\/localhost:8080\/reset-password\?token=([\w-]{43})$/.exec(response.body.resetUrl as string)?.[1];
      expect(await verified(identity, token)).toEqual({ valid: true, email });
      await identity.resetMails.handleDue();
      expect(mailedToken(identity, email)).toBe(token);
      expect(await verified(identity, token)).toEqual({ valid: true, email });
      expect((await forgot(identity, 'nobody@example.org').expect(200)).body).toEqual({ ok: true, message: SENTENCE });
    } finally {
      await identity.stop();
    }
  });
});
