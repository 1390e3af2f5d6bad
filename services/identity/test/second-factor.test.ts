import { Secret, TOTP } from 'otpauth';
import type { Enrolment } from 'contracts/second-factor';
import { cookieHeader } from 'testing/cookies';
import { ADMIN_PASSWORD, startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let app: Identity;
beforeEach(async () => {
  app = await startIdentity({ isAdminSecondFactorRequired: true });
});
afterEach(() => app.stop());

const STEP_MS = 30_000;
/** Returns the code of this or a later time step: each is accepted once, and the next step is accepted early. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS });
const post = (path: string, body: object) => app.http.post(path).set('x-real-ip', '192.0.2.7').send(body);
const giveProof = (challenge: string, proof: object) => post('/api/admin/verify/second-factor', { challenge, proof });
const givePassword = async (password = ADMIN_PASSWORD) => post('/api/admin/verify', { password });
const begin = async () => (await givePassword()).body.enrolment as Enrolment;
const enrol = ({ challenge }: Enrolment, code: string) =>
  post('/api/admin/verify/enrolment', { challenge, factor: { method: 'totp', name: 'Téléphone', code } });
const enrolled = async () => {
  const enrolment = await begin();
  const response = await enrol(enrolment, codeOf(enrolment.secret)).expect(200);
  return {
    ...enrolment,
    bearer: `Bearer ${response.body.token as string}`,
    recoveryCodes: response.body.recoveryCodes as string[],
    cookies: response.get('Set-Cookie') ?? [],
  };
};

describe('the login of the administrator where a second factor is required', () => {
  test('opens nothing by the password alone: it leads to the first factor', async () => {
    const response = await givePassword();
    expect([response.status, response.body]).toEqual([
      200,
      {
        ok: true,
        enrolment: {
          challenge: expect.any(String),
          secret: expect.any(String),
          uri: expect.stringContaining('otpauth://totp/Coulisses'),
          passkey: expect.objectContaining({ rp: { id: 'localhost', name: 'Coulisses' } }),
        },
      },
    ]);
    expect(response.get('Set-Cookie')).toBeUndefined();
  });

  test('is completed by the first factor, with recovery codes and a session', async () => {
    const { bearer, recoveryCodes, cookies } = await enrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect(cookies.join()).toContain('admin_refresh=');
    await app.http.get('/api/admin/sessions').set('Authorization', bearer).expect(200);
    expect((await app.events()).map(({ name }) => name)).toEqual(['panel.factor-added', 'panel.entered']);
  });

  test('rejects a wrong first code, and gives nothing away', async () => {
    const enrolment = await begin();
    const response = await enrol(enrolment, '000000').expect(401);
    expect(response.body).toMatchObject({ code: 'WRONG_CODE', error: 'Code incorrect ou déjà utilisé.' });
    expect(response.get('Set-Cookie')).toBeUndefined();
  });

  test('requires the factor from then on, and accepts each code once', async () => {
    const { secret } = await enrolled();
    const { body, headers } = await givePassword();
    expect(body).toEqual({
      ok: true,
      secondFactor: { challenge: expect.any(String), methods: ['totp', 'recovery'], passkey: null },
    });
    expect(headers['set-cookie']).toBeUndefined();
    const code = codeOf(secret, 1);
    const response = await giveProof(body.secondFactor.challenge, {
      method: 'totp',
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    }).expect(200);
    expect(response.body).toEqual({ ok: true, token: expect.any(String) });
    expect(response.get('Set-Cookie')?.join()).toContain('admin_device=');
    const again = (await givePassword()).body.secondFactor.challenge as string;
    expect((await giveProof(again, { method: 'totp', code }).expect(401)).body.code).toBe('WRONG_CODE');
  });

  test('counts wrong codes in the login throttle, and a right password between them clears nothing', async () => {
    const { recoveryCodes, cookies } = await enrolled();
    const challenge = async () => (await givePassword()).body.secondFactor?.challenge as string;
    // The fifth failure starts a delay for passwords; a second step after the password does not wait for it.
    for (let failure = 0; failure < 5; failure += 1)
      await giveProof(await challenge(), { method: 'totp', code: '000000' }).expect(401);
    await post('/api/admin/verify', { password: ADMIN_PASSWORD }).expect(429);
    // A browser that has opened the panel before is exempt from the delay.
    const known = await app.http
      .post('/api/admin/verify')
      .set('x-real-ip', '192.0.2.7')
      .set('Cookie', cookieHeader(cookies))
      .send({ password: ADMIN_PASSWORD })
      .expect(200);
    await app.http
      .post('/api/admin/verify/second-factor')
      .set('x-real-ip', '192.0.2.7')
      .set('Cookie', cookieHeader(cookies))
      .send({ challenge: known.body.secondFactor.challenge, proof: { method: 'recovery', code: recoveryCodes[0] } })
      .expect(200);
  });

  test('keeps the last factor', async () => {
    const { bearer } = await enrolled();
    const { body } = await app.http.get('/api/admin/second-factor').set('Authorization', bearer).expect(200);
    expect(body).toMatchObject({
      required: true,
      factors: [{ method: 'totp', name: 'Téléphone' }],
      recovery_codes_left: 10,
    });
    expect(
      (
        await app.http
          .delete(`/api/admin/second-factor/factors/${body.factors[0].id as string}`)
          .set('Authorization', bearer)
          .expect(409)
      ).body.code,
    ).toBe('SECOND_FACTOR_REQUIRED');
  });

  test.each([
    { method: 'totp', code: '12345' },
    { method: 'recovery', code: 'KURZ' },
    { method: 'passkey', assertion: {} },
    { method: 'sms', code: '123456' },
  ])('rejects the malformed proof %j with 400', async (proof) => {
    await giveProof('a'.repeat(43), proof).expect(400);
  });
});

describe('the login of the administrator where a second factor is optional', () => {
  test('opens by the password alone', async () => {
    const optional = await startIdentity();
    await optional.http
      .post('/api/admin/verify')
      .send({ password: ADMIN_PASSWORD })
      .expect(200, /"token"/);
    await optional.stop();
  });
});
