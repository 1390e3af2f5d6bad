import { Secret, TOTP } from 'otpauth';
import type { Enrolment } from 'contracts/second-factor';
import { PASSWORD, startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

let app: AffiliateApp;
beforeAll(async () => {
  app = await startAffiliate();
});
afterAll(() => app.stop());

/** Returns the code of this or a later time step: each is accepted once, and the next step is accepted early. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
const at = (slug: string, path: string) => `/api/affiliates/${slug}/${path}`;
/** Creates an affiliate with an authenticator application. */
const withFactor = async () => {
  const affiliate = await app.createAndLogIn();
  const { body } = await app.http
    .post(at(affiliate.slug, 'second-factor/enrolment'))
    .set('Authorization', affiliate.bearer)
    .expect(200);
  const { challenge, secret } = body as Enrolment;
  const added = await app.http
    .post(at(affiliate.slug, 'second-factor/factors'))
    .set('Authorization', affiliate.bearer)
    .send({ challenge, factor: { method: 'totp', name: 'Téléphone', code: codeOf(secret) } })
    .expect(201);
  return { ...affiliate, secret, recoveryCodes: added.body.recoveryCodes as string[] };
};
const challengeOf = async (slug: string) => (await app.logIn(slug).expect(200)).body.secondFactor?.challenge as string;
const prove = (slug: string, challenge: string, proof: object) =>
  app.http.post(at(slug, 'verify/second-factor')).set('x-real-ip', '192.0.2.1').send({ challenge, proof });
const changeAsAdministrator = (id: string, body: object) =>
  app.http.put(`/api/affiliates/id/${id}`).set('Authorization', app.administrator).send(body).expect(200);

describe('the login of an affiliate with a second factor', () => {
  test('opens its panel by password and code', async () => {
    const { slug, secret } = await withFactor();
    const login = await app.logIn(slug).expect(200);
    expect(login.body).toEqual({
      ok: true,
      secondFactor: { challenge: expect.any(String), methods: ['totp', 'recovery'], passkey: null },
    });
    expect(login.get('Set-Cookie')).toBeUndefined();
    const { body } = await prove(slug, login.body.secondFactor.challenge as string, {
      method: 'totp',
      code: codeOf(secret, 1),
    }).expect(200);
    await app.http
      .get(at(slug, 'sessions'))
      .set('Authorization', `Bearer ${body.token as string}`)
      .expect(200);
  });

  test('rejects the challenge of another affiliate', async () => {
    const [own, other] = [await withFactor(), await withFactor()];
    expect(
      (
        await prove(other.slug, await challengeOf(own.slug), { method: 'totp', code: codeOf(other.secret, 1) }).expect(
          401,
        )
      ).body.code,
    ).toBe('CHALLENGE_EXPIRED');
  });

  test.each([
    ['its password changes', { custom_password: 'nouveau-rideau' }, 401, 'CHALLENGE_EXPIRED'],
    ['it is suspended', { is_active: false }, 403, 'AFFILIATE_SUSPENDED'],
  ])('ends between its two steps when %s', async (_cause, change, status, code) => {
    const { id, slug, secret } = await withFactor();
    const challenge = await challengeOf(slug);
    await changeAsAdministrator(id, change);
    expect((await prove(slug, challenge, { method: 'totp', code: codeOf(secret, 1) }).expect(status)).body.code).toBe(
      code,
    );
  });

  test('names the factor by the wrong password to no client', async () => {
    const { slug } = await withFactor();
    expect((await app.logIn(slug, 'not-the-one').expect(401)).body).toEqual({
      error: 'Mot de passe incorrect',
      code: 'WRONG_PASSWORD',
      requestId: expect.any(String),
    });
  });
});

describe('the second factors of an affiliate', () => {
  test('are its own affair: another affiliate and the administrator are denied', async () => {
    const { slug } = await withFactor();
    const other = await app.createAndLogIn();
    for (const token of [other.bearer, app.administrator]) {
      await app.http.get(at(slug, 'second-factor')).set('Authorization', token).expect(403);
      await app.http.post(at(slug, 'second-factor/enrolment')).set('Authorization', token).expect(403);
      await app.http.post(at(slug, 'second-factor/recovery-codes')).set('Authorization', token).expect(403);
    }
  });

  test('can all be removed, and both changes stand in its trail', async () => {
    const { id, slug, bearer } = await withFactor();
    const { body } = await app.http.get(at(slug, 'second-factor')).set('Authorization', bearer).expect(200);
    await app.http
      .delete(at(slug, `second-factor/factors/${body.factors[0].id as string}`))
      .set('Authorization', bearer)
      .expect(200, { ok: true });
    await app.logIn(slug).expect(200, /"token"/);
    for (const event of await app.eventsAbout(id)) if (event.name.startsWith('panel.factor')) await app.deliver(event);
    const trail = await app.http.get(at(slug, 'audit?kind=access')).set('Authorization', bearer).expect(200);
    expect(
      (trail.body.entries as { action: string; changes: object[] }[])
        .map(({ action, changes }) => [action, changes])
        .sort(),
    ).toEqual([
      ['panel.factor-added', [{ field: 'factor', after: 'totp' }]],
      ['panel.factor-removed', [{ field: 'factor', after: 'totp' }]],
    ]);
  });

  test('go with the affiliate', async () => {
    const { id } = await withFactor();
    await app.http.delete(`/api/affiliates/id/${id}`).set('Authorization', app.administrator).expect(200);
    for (const table of ['second_factors', 'recovery_codes', 'second_factor_challenges']) {
      expect((await app.postgres.query(`select 1 from ${table} where subject_id = $1`, [id])).rowCount).toBe(0);
    }
  });

  test('leave the password of an affiliate without one as it was', async () => {
    const { slug } = await app.create();
    expect((await app.logIn(slug, PASSWORD).expect(200)).body).toEqual({ ok: true, token: expect.any(String) });
  });
});
