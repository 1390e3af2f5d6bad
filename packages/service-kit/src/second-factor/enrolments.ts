import type { PanelRole } from 'contracts/roles';
import { MAX_FACTORS } from 'contracts/second-factor';
import type { Enrolment, NewFactor } from 'contracts/second-factor';
import { AppError } from '../errors.ts';
import { afterCommit } from '../postgres.ts';
import type { Queryable } from '../postgres.ts';
import type { SecurityEvents } from '../security-events.ts';
import { createSessionTrail } from '../session-trail.ts';
import type { Sessions } from '../sessions.ts';
import type { ChallengeFacts, ChallengePurpose, Challenges } from './challenges.ts';
import type { FactorFacts, Factors } from './factors.ts';
import type { Passkeys } from './passkeys.ts';
import type { FactorSubject } from './second-factor.ts';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

interface EnrolmentOptions {
  role: PanelRole;
  factors: Factors;
  challenges: Challenges;
  passkeys: Passkeys;
  sessions: Sessions;
  security: SecurityEvents;
  /** Issuer name that authenticator applications show. */
  issuer: string;
  clock: () => number;
}

/** Adds factors in two steps: an offer of a secret and of passkey options, then the proof that the user has one of them. */
export const createEnrolments = ({
  role,
  factors,
  challenges,
  passkeys,
  sessions,
  security,
  issuer,
  clock,
}: EnrolmentOptions) => {
  const trail = createSessionTrail(role);

  const factsOf = async (
    factor: NewFactor['factor'],
    { secret, passkeyChallenge }: ChallengeFacts,
  ): Promise<FactorFacts> => {
    if (factor.method === 'passkey')
      return { method: 'passkey', ...(await passkeys.register(factor.registration, passkeyChallenge ?? '')) };
    const step = secret === null ? null : totpStep(secret, factor.code, clock());
    if (secret === null || step === null) throw new AppError('WRONG_CODE');
    return { method: 'totp', secret, lastStep: step };
  };
  const requireRoom = (count: number): void => {
    if (count >= MAX_FACTORS) throw new AppError('SECOND_FACTOR_LIMIT');
  };

  return {
    /** @param sessionId session that adds the factor; null before there is one. @throws AppError SECOND_FACTOR_LIMIT */
    begin: async (client: Queryable, { id, account }: FactorSubject, sessionId: string | null): Promise<Enrolment> => {
      const storedFactors = await factors.list(client, id);
      requireRoom(storedFactors.length);
      const secret = newTotpSecret();
      const passkey = await passkeys.registrationOptions({
        subject: `${role}:${id}`,
        account,
        existingPasskeys: storedFactors.filter((factor) => factor.method === 'passkey'),
      });
      const challenge = await challenges.open(
        client,
        { kind: 'enrolment', subjectId: id, sessionId },
        { secret, passkeyChallenge: passkey.challenge },
      );
      return { challenge, secret, uri: totpUri(secret, { issuer, account }), passkey: { ...passkey } };
    },
    /**
     * Verifies the proof. The returned function adds the factor within a transaction; for the subject's first factor it ends the
     * other sessions, which only a password opened, and returns recovery codes, else null.
     * @throws AppError CHALLENGE_EXPIRED, WRONG_CODE, PASSKEY_REJECTED; the function PASSKEY_TAKEN, SECOND_FACTOR_LIMIT
     */
    prove: async (
      { subjectId, sessionId }: Omit<ChallengePurpose, 'kind'>,
      { challenge, factor }: NewFactor,
    ): Promise<(client: Queryable) => Promise<string[] | null>> => {
      const facts = await factsOf(
        factor,
        await challenges.attempt(challenge, { kind: 'enrolment', subjectId, sessionId }),
      );
      return async (client) => {
        await factors.lock(client, subjectId);
        await challenges.consume(client, challenge);
        const storedFactors = await factors.list(client, subjectId);
        requireRoom(storedFactors.length);
        await factors.add(client, subjectId, factor.name, facts);
        await trail.factorAdded(client, subjectId, factor.method);
        afterCommit(client, () => security.record('second_factor.added', { role, subjectId, method: factor.method }));
        if (storedFactors.length > 0) return null;
        await sessions.endAll(client, subjectId, { except: sessionId });
        await challenges.cancelAll(client, subjectId);
        return factors.replaceRecoveryCodes(client, subjectId);
      };
    },
  };
};
