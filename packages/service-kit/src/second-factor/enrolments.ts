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
  /** Issuer of the codes, as applications show it. */
  issuer: string;
  clock: () => number;
}

/** Adds factors: an offer of a secret and of options for a passkey, then the proof that the person has one of them. */
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
    /** @param sessionId the session that adds the factor; null before there is one. @throws AppError SECOND_FACTOR_LIMIT */
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
     * Verifies the proof. The function returned adds the factor, in a transaction; where it is the subject's first, it ends the
     * other sessions, which the password alone has opened, and returns recovery codes, else null.
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
