import { randomUUID } from 'node:crypto';
import { CHALLENGE_ATTEMPTS, RECOVERY_CODE_COUNT } from 'contracts/second-factor';
import { codeAt, HERE, startSecondFactors } from './harness.ts';
import type { SecondFactors } from './harness.ts';
import { createAuthenticator } from './software-authenticator.ts';

let site: SecondFactors;
beforeAll(async () => {
  site = await startSecondFactors();
});
afterAll(() => site.stop());

const challengeOf = async (subjectId: string, of = site.affiliates): Promise<string> => {
  const login = await of.pending(subjectId);
  if (!login || !('secondFactor' in login)) throw new Error('no second step follows');
  return login.secondFactor.challenge;
};
const now = (secret: string) => ({ method: 'totp', code: codeAt(secret, site.clock.nowMs) }) as const;
const denied = (code: string) => expect.objectContaining({ code });

describe('a login with an application', () => {
  test('needs nothing more than the password while there is no factor', async () => {
    expect(await site.affiliates.pending(randomUUID())).toBeNull();
  });

  test('is completed by its code, and opens a session', async () => {
    const { subjectId, secret } = await site.affiliates.withTotp();
    const login = await site.affiliates.pending(subjectId);
    expect(login).toEqual({
      ok: true,
      secondFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery'], passkey: null },
    });
    expect(await site.affiliates.verify(subjectId, await challengeOf(subjectId), now(secret))).toMatchObject({
      session: { subjectId },
    });
    expect(site.securityEvents().at(-1)).toMatchObject({
      event: 'second_factor.succeeded',
      role: 'affiliate',
      subjectId,
      method: 'totp',
    });
  });

  test('rejects a code that was accepted before, also the code that added the application', async () => {
    const { subjectId, secret } = await site.affiliates.withTotp();
    await expect(
      site.affiliates.verify(subjectId, await challengeOf(subjectId), {
        method: 'totp',
        code: codeAt(secret, site.clock.nowMs - 30_000),
      }),
    ).rejects.toEqual(denied('WRONG_CODE'));
    await site.affiliates.verify(subjectId, await challengeOf(subjectId), now(secret));
    await expect(site.affiliates.verify(subjectId, await challengeOf(subjectId), now(secret))).rejects.toEqual(
      denied('WRONG_CODE'),
    );
    expect(site.securityEvents().at(-1)).toMatchObject({
      event: 'second_factor.failed',
      reason: 'WRONG_CODE',
      method: 'totp',
    });
    site.nextStep();
    await site.affiliates.verify(subjectId, await challengeOf(subjectId), now(secret));
  });

  test('accepts one of two copies of a code that arrive side by side', async () => {
    const { subjectId, secret } = await site.affiliates.withTotp();
    const challenges = [await challengeOf(subjectId), await challengeOf(subjectId)];
    const outcomes = await Promise.allSettled(
      challenges.map((challenge) => site.affiliates.verify(subjectId, challenge, now(secret))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('denies further codes of a subject after twenty wrong ones in an hour, and accepts a recovery code', async () => {
    const { subjectId, secret, recoveryCodes } = await site.affiliates.withTotp();
    for (let failure = 0; failure < 20; failure += 1)
      await expect(
        site.affiliates.verify(subjectId, await challengeOf(subjectId), { method: 'totp', code: '000000' }),
      ).rejects.toEqual(denied('WRONG_CODE'));
    await expect(site.affiliates.verify(subjectId, await challengeOf(subjectId), now(secret))).rejects.toEqual(
      denied('TOO_MANY_ATTEMPTS'),
    );
    await site.affiliates.verify(subjectId, await challengeOf(subjectId), {
      method: 'recovery',
      code: recoveryCodes[0] ?? '',
    });
  });
});

describe('the challenge of a login', () => {
  test('holds for one success', async () => {
    const { subjectId, secret, recoveryCodes } = await site.affiliates.withTotp();
    const challenge = await challengeOf(subjectId);
    await site.affiliates.verify(subjectId, challenge, now(secret));
    await expect(
      site.affiliates.verify(subjectId, challenge, { method: 'recovery', code: recoveryCodes[0] ?? '' }),
    ).rejects.toEqual(denied('CHALLENGE_EXPIRED'));
  });

  test('holds for five attempts, also where they are sent side by side', async () => {
    const { subjectId, secret } = await site.affiliates.withTotp();
    const challenge = await challengeOf(subjectId);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => site.affiliates.verify(subjectId, challenge, { method: 'totp', code: '000000' })),
    );
    const codes = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.code as string);
    expect(codes.filter((code) => code === 'WRONG_CODE')).toHaveLength(CHALLENGE_ATTEMPTS);
    await expect(site.affiliates.verify(subjectId, challenge, now(secret))).rejects.toEqual(
      denied('CHALLENGE_EXPIRED'),
    );
  });

  test('is rejected for another subject, another role and an enrolment', async () => {
    const [own, other] = [await site.affiliates.withTotp(), await site.affiliates.withTotp()];
    const challenge = await challengeOf(own.subjectId);
    await expect(site.affiliates.verify(other.subjectId, challenge, now(other.secret))).rejects.toEqual(
      denied('CHALLENGE_EXPIRED'),
    );
    await expect(site.administrators.verify(own.subjectId, challenge, now(own.secret))).rejects.toEqual(
      denied('CHALLENGE_EXPIRED'),
    );
    await expect(
      site.affiliates.calls.add(own.viewer, { challenge, factor: { method: 'totp', name: 'Autre', code: '000000' } }),
    ).rejects.toEqual(denied('CHALLENGE_EXPIRED'));
    await site.affiliates.verify(own.subjectId, challenge, now(own.secret));
  });

  test('is rejected once it has expired, or was cancelled', async () => {
    const { subjectId, secret } = await site.affiliates.withTotp();
    const [expired, cancelled] = [await challengeOf(subjectId), await challengeOf(subjectId)];
    await site.postgres.query(
      "update second_factor_challenges set expires_at = now() - interval '1 second' where token_hash = sha256($1)",
      [Buffer.from(expired)],
    );
    await expect(site.affiliates.verify(subjectId, expired, now(secret))).rejects.toEqual(denied('CHALLENGE_EXPIRED'));
    await site.postgres.transaction((client) => site.affiliates.secondFactor.cancelLogins(client, subjectId));
    await expect(site.affiliates.verify(subjectId, cancelled, now(secret))).rejects.toEqual(
      denied('CHALLENGE_EXPIRED'),
    );
  });

  test('survives a login that fails in its last step, which uses no code up', async () => {
    const { subjectId, secret } = await site.affiliates.withTotp();
    const challenge = await challengeOf(subjectId);
    const proof = { challenge, proof: now(secret) };
    await expect(
      site.affiliates.secondFactor.verify(subjectId, proof, () => Promise.reject(new Error('no connection'))),
    ).rejects.toThrow('no connection');
    await site.affiliates.verify(subjectId, challenge, now(secret));
  });
});

describe('a recovery code', () => {
  test('opens one login, with or without its hyphens', async () => {
    const { subjectId, viewer, recoveryCodes } = await site.affiliates.withTotp();
    expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODE_COUNT);
    const code = recoveryCodes[0]?.replaceAll('-', '') ?? '';
    const attempt = async () =>
      site.affiliates.verify(subjectId, await challengeOf(subjectId), { method: 'recovery', code });
    await attempt();
    await expect(attempt()).rejects.toEqual(denied('WRONG_CODE'));
    expect(await site.affiliates.calls.view(viewer)).toMatchObject({ recovery_codes_left: RECOVERY_CODE_COUNT - 1 });
  });

  test('is rejected for another subject, and after it was replaced', async () => {
    const [own, other] = [await site.affiliates.withTotp(), await site.affiliates.withTotp()];
    const [code = ''] = own.recoveryCodes;
    await expect(
      site.affiliates.verify(other.subjectId, await challengeOf(other.subjectId), { method: 'recovery', code }),
    ).rejects.toEqual(denied('WRONG_CODE'));
    const { recoveryCodes } = await site.affiliates.calls.renewRecoveryCodes(own.viewer);
    await expect(
      site.affiliates.verify(own.subjectId, await challengeOf(own.subjectId), { method: 'recovery', code }),
    ).rejects.toEqual(denied('WRONG_CODE'));
    await site.affiliates.verify(own.subjectId, await challengeOf(own.subjectId), {
      method: 'recovery',
      code: recoveryCodes[0] ?? '',
    });
  });

  test('is stored as a hash alone', async () => {
    const { subjectId, recoveryCodes } = await site.affiliates.withTotp();
    const { rows } = await site.postgres.query<{ stored: string }>(
      "select encode(code_hash, 'escape') as stored from recovery_codes where subject_id = $1",
      [subjectId],
    );
    expect(rows).toHaveLength(RECOVERY_CODE_COUNT);
    for (const code of recoveryCodes) expect(rows.map(({ stored }) => stored)).not.toContain(code.replaceAll('-', ''));
  });
});

describe('a login with a passkey', () => {
  const withPasskey = async (authenticator = createAuthenticator(HERE)) => {
    const subjectId = randomUUID();
    const viewer = await site.affiliates.viewerOf(subjectId);
    const { challenge, passkey } = await site.affiliates.calls.begin(viewer, subjectId);
    await site.affiliates.calls.add(viewer, {
      challenge,
      factor: { method: 'passkey', name: 'Clé', registration: authenticator.register(passkey.challenge) },
    });
    return { subjectId, viewer, authenticator };
  };
  const stepOf = async (subjectId: string) => {
    const login = await site.affiliates.pending(subjectId);
    if (!login || !('secondFactor' in login) || !login.secondFactor.passkey) throw new Error('no passkey is requested');
    return { challenge: login.secondFactor.challenge, options: login.secondFactor.passkey };
  };

  test('is completed by its signature, and names the configured host', async () => {
    const { subjectId, authenticator } = await withPasskey();
    const { challenge, options } = await stepOf(subjectId);
    expect(options).toMatchObject({ rpId: 'site.example', allowCredentials: [{ transports: ['internal'] }] });
    expect(
      await site.affiliates.verify(subjectId, challenge, {
        method: 'passkey',
        assertion: authenticator.sign(options.challenge),
      }),
    ).toMatchObject({ session: { subjectId } });
  });

  test('rejects the signature of another challenge, another passkey, and one that was used before', async () => {
    const { subjectId, authenticator } = await withPasskey();
    const other = await withPasskey();
    const { challenge, options } = await stepOf(subjectId);
    const further = await stepOf(subjectId);
    await expect(
      site.affiliates.verify(subjectId, challenge, {
        method: 'passkey',
        assertion: authenticator.sign(further.options.challenge),
      }),
    ).rejects.toEqual(denied('PASSKEY_REJECTED'));
    await expect(
      site.affiliates.verify(subjectId, challenge, {
        method: 'passkey',
        assertion: other.authenticator.sign(options.challenge),
      }),
    ).rejects.toEqual(denied('PASSKEY_REJECTED'));
    const assertion = authenticator.sign(options.challenge);
    await site.affiliates.verify(subjectId, challenge, { method: 'passkey', assertion });
    await expect(
      site.affiliates.verify(subjectId, further.challenge, { method: 'passkey', assertion }),
    ).rejects.toEqual(denied('PASSKEY_REJECTED'));
  });

  test('rejects a copy of the passkey, whose counter lags behind', async () => {
    const { subjectId, authenticator } = await withPasskey();
    const first = await stepOf(subjectId);
    await site.affiliates.verify(subjectId, first.challenge, {
      method: 'passkey',
      assertion: authenticator.sign(first.options.challenge, 7),
    });
    const second = await stepOf(subjectId);
    await expect(
      site.affiliates.verify(subjectId, second.challenge, {
        method: 'passkey',
        assertion: authenticator.sign(second.options.challenge, 7),
      }),
    ).rejects.toEqual(denied('PASSKEY_REJECTED'));
  });

  test.each([
    ['another origin', { origin: 'https://evil.example', rpId: 'site.example' }],
    ['another host', { origin: 'https://site.example', rpId: 'evil.example' }],
  ])('cannot be added from %s', async (_where, where) => {
    await expect(withPasskey(createAuthenticator(where))).rejects.toEqual(denied('PASSKEY_REJECTED'));
  });

  test('cannot be added twice', async () => {
    const { authenticator } = await withPasskey();
    await expect(withPasskey(authenticator)).rejects.toEqual(denied('PASSKEY_TAKEN'));
  });
});
