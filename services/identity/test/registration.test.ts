import { profileForm } from 'contracts/subscribers';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { modelFacts } from 'testing/events';
import { PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const person = (modelSlug: string, email = 'Paul.Mercier@example.org') => ({
  firstName: ' Paul ',
  lastName: 'Mercier',
  email,
  password: PASSWORD,
  modelSlug,
});

describe('registration', () => {
  test('opens a session for a visitor who registers from a model page, and publishes the tracking with the event', async () => {
    const model = modelFacts();
    await identity.consume('model.created', model);
    const response = await identity.http.post('/api/auth/register').send({
      ...person(model.slug),
      trackingParams: { clickId: 'CLICK1', affiliateParam: 'aff-one', fbPixelId: 'PIX1' },
    });

    expect(response.status).toBe(201);
    expect(response.body.user).toEqual({
      email: 'Paul.Mercier@example.org',
      firstName: 'Paul',
      lastName: 'Mercier',
      username: 'Paul.Mercier',
    });
    const claims = decodeJwt(response.body.token);
    expect(claims).toMatchObject({ iss: 'identity', aud: 'platform', role: 'subscriber' });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(900);
    const cookies = response.get('Set-Cookie') ?? [];
    expect(cookies.find((cookie) => cookie.startsWith('subscriber_refresh='))).toMatch(
      /Path=\/api\/auth; .*HttpOnly; SameSite=Lax/,
    );
    expect(cookies.find((cookie) => cookie.startsWith('subscriber_view='))).toMatch(
      /Path=\/; .*HttpOnly; SameSite=Lax/,
    );
    expect(cookies.join()).not.toContain('Secure');
    const registered = cookies.find((cookie) => cookie.startsWith('subscriber_registration=')) ?? '';
    expect(registered).toMatch(/Max-Age=43200; Path=\/redirect\/payment; .*HttpOnly; SameSite=Lax/);
    const [event] = (await identity.events()).filter(({ name }) => name === 'subscriber.registered');
    expect(event).toMatchObject({
      revision: 1,
      data: {
        id: claims.sub,
        email: 'Paul.Mercier@example.org',
        firstName: 'Paul',
        lastName: 'Mercier',
        username: 'Paul.Mercier',
        tracking: { clickId: 'CLICK1', affiliate: 'aff-one', pixelId: 'PIX1' },
        modelSlug: model.slug,
        modelId: model.id,
      },
    });
    const { rows: stored } = await identity.postgres.query<{ createdAt: Date }>(
      'select created_at as "createdAt" from subscribers where id = $1',
      [claims.sub],
    );
    expect(event?.occurredAt).toBe(stored[0]?.createdAt.toISOString());
    // Billing reads this cookie until the event has arrived.
    const claim = /=([^;]+)/.exec(registered)?.[1] ?? '';
    expect(decodeProtectedHeader(claim).typ).toBe('registration+jwt');
    expect(decodeJwt(claim)).toMatchObject({ sub: claims.sub, iss: 'identity', facts: event?.data });
    expect(Buffer.byteLength(claim)).toBeLessThan(2_048);
  });

  test.each([[`${'p'.repeat(60)}@example.org`, 'p'.repeat(50)]])(
    'names %s as its own form accepts it: %s',
    async (email, username) => {
      const { modelSlug } = await identity.register();
      const { body } = await identity.http.post('/api/auth/register').send(person(modelSlug, email));
      expect(body.user?.username).toBe(username);
      expect(profileForm.safeParse(body.user).success).toBe(true);
    },
  );

  test('rejects an address that is known in another case with 409, without an event', async () => {
    const { email, modelSlug } = await identity.register();
    const before = (await identity.events()).length;
    const response = await identity.http
      .post('/api/auth/register')
      .send(person(modelSlug, email.toUpperCase()))
      .expect(409);
    expect(response.body).toMatchObject({ error: 'Cet e-mail est déjà utilisé', code: 'EMAIL_TAKEN' });
    expect(await identity.events()).toHaveLength(before);
  });

  test.each([
    ['password1', 'PASSWORD_TOO_COMMON', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
    ['qwerty123', 'PASSWORD_TOO_COMMON', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
    ['azerty123', 'PASSWORD_TOO_COMMON', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
    [
      'paul.mercier',
      'PASSWORD_TOO_PERSONAL',
      'Ce mot de passe ressemble trop à votre nom ou à votre e-mail. Choisissez-en un autre.',
    ],
    [
      'Mercier1987',
      'PASSWORD_TOO_PERSONAL',
      'Ce mot de passe ressemble trop à votre nom ou à votre e-mail. Choisissez-en un autre.',
    ],
    [
      'c0ulisses!',
      'PASSWORD_TOO_PERSONAL',
      'Ce mot de passe ressemble trop à votre nom ou à votre e-mail. Choisissez-en un autre.',
    ],
  ])('rejects the password %s with %s', async (password, code, error) => {
    const { modelSlug } = await identity.register();
    const response = await identity.http
      .post('/api/auth/register')
      .send({ ...person(modelSlug, 'paul.mercier@example.org'), password })
      .expect(400);
    expect(response.body).toMatchObject({ code, error });
  });

  test('accepts one of ten concurrent registrations with one address', async () => {
    const { modelSlug } = await identity.register();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () =>
        identity.http.post('/api/auth/register').send(person(modelSlug, 'together@example.org')),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  test.each([undefined, null, '', 'no-such-model', 'NUL\u0000', 'x'.repeat(5_000)])(
    'sends a person with the model %p to a model page',
    async (modelSlug) => {
      const response = await identity.http
        .post('/api/auth/register')
        .send({ ...person(''), modelSlug })
        .expect(400);
      expect(response.body).toMatchObject({
        error: 'Vous devez vous inscrire via une page de modèle spécifique.',
        code: 'MODEL_REQUIRED',
      });
    },
  );

  test.each([
    [{ firstName: ' a ' }, 'Le prénom doit contenir au moins 2 caractères'],
    [{ firstName: 'a'.repeat(51) }, 'Le prénom est trop long'],
    [{ firstName: 12 }, 'Le prénom doit contenir au moins 2 caractères'],
    [{ lastName: '' }, 'Le nom doit contenir au moins 2 caractères'],
    [{ lastName: 'b'.repeat(51) }, 'Le nom est trop long'],
    [{ lastName: 'b\u0000b' }, 'Caractères non autorisés'],
    [{ lastName: 'b\ud800b' }, 'Caractères non autorisés'],
    [{ email: 'personne' }, 'Email invalide'],
    [{ email: `${'e'.repeat(250)}@example.org` }, 'Email trop long'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'Email invalide'],
    [{ password: '12345' }, 'Le mot de passe doit contenir au moins 6 caractères'],
    [{ password: 'p'.repeat(101) }, 'Mot de passe trop long'],
    [{ password: 'azerty' }, 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
  ])('reports its French sentence for a wrong field (%j)', async (fault, text) => {
    const { modelSlug } = await identity.register();
    const response = await identity.http
      .post('/api/auth/register')
      .send({ ...person(modelSlug, 'fault@example.org'), ...fault })
      .expect(400);
    expect(response.body.error).toBe(text);
  });

  test('keeps the registration of a deleted model closed after a late update', async () => {
    const model = modelFacts();
    await identity.consume('model.created', model, 1);
    await identity.consume('model.deleted', { id: model.id, slug: model.slug, assets: [] }, 3);
    await identity.consume('model.updated', model, 2);
    await identity.http.post('/api/auth/register').send(person(model.slug, 'late@example.org')).expect(400);
  });

  test('takes a hidden model for an unknown one, until it is published', async () => {
    const model = modelFacts({ isHidden: true });
    await identity.consume('model.created', model, 1);
    const register = () => identity.http.post('/api/auth/register').send(person(model.slug, 'hidden@example.org'));
    const { body } = await register().expect(400);
    expect((body as { code: string }).code).toBe('MODEL_REQUIRED');
    await identity.consume('model.updated', { ...model, isHidden: false }, 2);
    await register().expect(201);
  });

  test('keeps the newer slug when an older update arrives late', async () => {
    const model = modelFacts();
    await identity.consume('model.updated', { ...model, slug: `${model.slug}-new` }, 2);
    await identity.consume('model.created', model, 1);
    await identity.http.post('/api/auth/register').send(person(model.slug, 'older@example.org')).expect(400);
    await identity.http
      .post('/api/auth/register')
      .send(person(`${model.slug}-new`, 'older@example.org'))
      .expect(201);
  });

  test('is possible five times an hour with one address, which may be a stranger’s; a taken one does not count', async () => {
    const { email, modelSlug, token: first } = await identity.register();
    let token = first;
    const attempt = () => identity.http.post('/api/auth/register').send(person(modelSlug, email));
    for (let taken = 0; taken < 6; taken += 1) await attempt().expect(409);
    for (let account = 1; account <= 5; account += 1) {
      await identity.http
        .post('/api/auth/delete-account')
        .set('Authorization', `Bearer ${token}`)
        .send({ password: PASSWORD })
        .expect(200);
      if (account < 5) ({ token } = (await attempt().expect(201)).body as { token: string });
    }
    expect((await attempt().expect(429)).body.code).toBe('TOO_MANY_ATTEMPTS');
    await identity.http
      .post('/api/auth/register')
      .send(person(modelSlug, `x${email}`))
      .expect(201);
  });
});
