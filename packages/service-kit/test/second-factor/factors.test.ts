import { randomUUID } from 'node:crypto';
import type { Event } from 'contracts/events';
import { MAX_FACTORS, RECOVERY_CODE_COUNT } from 'contracts/second-factor';
import { codeAt, startSecondFactors } from './harness.ts';
import type { SecondFactors } from './harness.ts';

let site: SecondFactors;
beforeAll(async () => {
  site = await startSecondFactors();
});
afterAll(() => site.stop());

const denied = (code: string) => expect.objectContaining({ code });
const eventsOf = async (subjectId: string) =>
  (
    await site.postgres.query<{ event: Event }>(
      "select event from outbox where event->'data'->>'subjectId' = $1 order by sequence",
      [subjectId],
    )
  ).rows.map(({ event }) => event);
const addTotp = async (viewer: Awaited<ReturnType<typeof site.affiliates.viewerOf>>, of = site.affiliates) => {
  const { challenge, secret } = await of.calls.begin(viewer, viewer.id);
  return of.calls.add(viewer, {
    challenge,
    factor: { method: 'totp', name: 'Tablette', code: codeAt(secret, site.clock.nowMs) },
  });
};

describe('a factor', () => {
  test('is listed without its secret, with the time of its last use', async () => {
    const { subjectId, viewer, secret } = await site.affiliates.withTotp();
    expect(await site.affiliates.calls.view(viewer)).toEqual({
      required: false,
      factors: [
        {
          id: expect.any(String),
          method: 'totp',
          name: 'Téléphone',
          created_at: expect.any(String),
          last_used_at: null,
        },
      ],
      recovery_codes_left: RECOVERY_CODE_COUNT,
    });
    const login = await site.affiliates.pending(subjectId);
    const challenge = login && 'secondFactor' in login ? login.secondFactor.challenge : '';
    await site.affiliates.verify(subjectId, challenge, { method: 'totp', code: codeAt(secret, site.clock.nowMs) });
    expect((await site.affiliates.calls.view(viewer)).factors[0]?.last_used_at).toEqual(expect.any(String));
  });

  test('creates recovery codes and ends the other sessions with the first factor, not with a further one', async () => {
    const subjectId = randomUUID();
    const [viewer, other] = [await site.affiliates.viewerOf(subjectId), await site.affiliates.viewerOf(subjectId)];
    expect((await addTotp(viewer)).recoveryCodes).toHaveLength(RECOVERY_CODE_COUNT);
    expect((await site.affiliates.sessions.list(subjectId, viewer.sessionId)).map(({ id }) => id)).toEqual([
      viewer.sessionId,
    ]);
    await site.affiliates.viewerOf(subjectId);
    expect((await addTotp(viewer)).recoveryCodes).toBeNull();
    expect(await site.affiliates.sessions.list(subjectId, viewer.sessionId)).toHaveLength(2);
    const names = (await eventsOf(subjectId)).map(({ name }) => name);
    expect(names.filter((name) => name === 'panel.factor-added')).toHaveLength(2);
    expect((await eventsOf(subjectId)).find(({ name }) => name === 'sessions.revoked')).toMatchObject({
      data: { sessionIds: [other.sessionId] },
    });
  });

  test('is not added by a wrong code, nor by the challenge of another session', async () => {
    const subjectId = randomUUID();
    const [viewer, other] = [await site.affiliates.viewerOf(subjectId), await site.affiliates.viewerOf(subjectId)];
    const { challenge, secret } = await site.affiliates.calls.begin(viewer, subjectId);
    const factor = { method: 'totp', name: 'Téléphone', code: codeAt(secret, site.clock.nowMs) } as const;
    await expect(
      site.affiliates.calls.add(viewer, { challenge, factor: { ...factor, code: '000000' } }),
    ).rejects.toEqual(denied('WRONG_CODE'));
    await expect(site.affiliates.calls.add(other, { challenge, factor })).rejects.toEqual(denied('CHALLENGE_EXPIRED'));
    expect((await site.affiliates.calls.view(viewer)).factors).toEqual([]);
    await site.affiliates.calls.add(viewer, { challenge, factor });
    await expect(site.affiliates.calls.add(viewer, { challenge, factor })).rejects.toEqual(denied('CHALLENGE_EXPIRED'));
  });

  test('is one of ten at most', async () => {
    const viewer = await site.affiliates.viewerOf(randomUUID());
    for (let count = 0; count < MAX_FACTORS; count += 1) await addTotp(viewer);
    await expect(site.affiliates.calls.begin(viewer, viewer.id)).rejects.toEqual(denied('SECOND_FACTOR_LIMIT'));
  });

  test('is removed with the recovery codes where it was the last, and the password is enough again', async () => {
    const { subjectId, viewer } = await site.affiliates.withTotp();
    const [factor] = (await site.affiliates.calls.view(viewer)).factors;
    await site.affiliates.calls.remove(viewer, factor?.id ?? '');
    expect(await site.affiliates.calls.view(viewer)).toEqual({ required: false, factors: [], recovery_codes_left: 0 });
    expect(await site.affiliates.pending(subjectId)).toBeNull();
    expect((await eventsOf(subjectId)).at(-1)).toMatchObject({
      name: 'panel.factor-removed',
      actor: { role: 'affiliate', id: subjectId },
      data: { method: 'totp' },
    });
    expect(site.securityEvents().at(-1)).toMatchObject({ event: 'second_factor.removed', subjectId, method: 'totp' });
    await expect(site.affiliates.calls.renewRecoveryCodes(viewer)).rejects.toEqual(denied('SECOND_FACTOR_NOT_FOUND'));
  });

  test('does not find a factor of another subject', async () => {
    const [own, other] = [await site.affiliates.withTotp(), await site.affiliates.withTotp()];
    const [factor] = (await site.affiliates.calls.view(other.viewer)).factors;
    await expect(site.affiliates.calls.remove(own.viewer, factor?.id ?? '')).rejects.toEqual(
      denied('SECOND_FACTOR_NOT_FOUND'),
    );
    expect((await site.affiliates.calls.view(other.viewer)).factors).toHaveLength(1);
  });
});

describe('a required factor', () => {
  const begin = async (subjectId: string) => {
    const login = await site.administrators.pending(subjectId);
    if (!login || !('enrolment' in login)) throw new Error('no enrolment follows');
    const { challenge, secret } = login.enrolment;
    return {
      challenge,
      factor: { method: 'totp', name: 'Téléphone', code: codeAt(secret, site.clock.nowMs) } as const,
    };
  };

  test('is added after the password, and opens the session with recovery codes', async () => {
    const subjectId = randomUUID();
    const { entered, recoveryCodes } = await site.administrators.enrol(subjectId, await begin(subjectId));
    expect(entered).toMatchObject({ session: { subjectId } });
    expect(recoveryCodes).toHaveLength(RECOVERY_CODE_COUNT);
    expect(await site.administrators.pending(subjectId)).toHaveProperty('secondFactor');
  });

  test('is not added by an enrolment that was begun before another one was completed', async () => {
    const subjectId = randomUUID();
    const [first, second] = [await begin(subjectId), await begin(subjectId)];
    await site.administrators.enrol(subjectId, first);
    await expect(site.administrators.enrol(subjectId, second)).rejects.toEqual(denied('CHALLENGE_EXPIRED'));
    const other = randomUUID();
    const outcomes = await Promise.allSettled(
      (await Promise.all([begin(other), begin(other)])).map((body) => site.administrators.enrol(other, body)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('cannot be removed where it is the last, also by two removals side by side', async () => {
    const { viewer } = await site.administrators.withTotp();
    await addTotp(viewer, site.administrators);
    const { factors } = await site.administrators.calls.view(viewer);
    const outcomes = await Promise.allSettled(factors.map(({ id }) => site.administrators.calls.remove(viewer, id)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'SECOND_FACTOR_REQUIRED' },
    });
    expect(await site.administrators.calls.view(viewer)).toMatchObject({ required: true, factors: [{}] });
  });
});
