import type { PanelRole } from 'contracts/roles';
import type { NewFactor, PanelLogin, SecondFactorProof } from 'contracts/second-factor';
import { AppError } from '../errors.ts';
import type { Postgres, Queryable } from '../postgres.ts';
import type { SecurityEvents } from '../security-events.ts';
import type { Sessions } from '../sessions.ts';
import { createChallenges } from './challenges.ts';
import { createEnrolments } from './enrolments.ts';
import { createFactors } from './factors.ts';
import { createPasskeys } from './passkeys.ts';
import type { RelyingParty } from './passkeys.ts';
import { createProofCheck } from './proof-check.ts';

/** Owner of factors. */
export interface FactorSubject {
  id: string;
  /** Name of the account in authenticators. */
  account: string;
}
/** Step that must follow the password before a session is opened. */
export type PendingLogin = Exclude<PanelLogin, { token: string }>;

interface SecondFactorOptions {
  role: PanelRole;
  postgres: Postgres;
  sessions: Sessions;
  security: SecurityEvents;
  relyingParty: RelyingParty;
  /** Whether a second factor is mandatory for the role. */
  isRequired: boolean;
  /** Clock of the codes, in milliseconds since 1970. */
  clock?: (() => number) | undefined;
}

/** Manages the second factors of one role, see docs/sessions.md#second-factor. */
export const createSecondFactor = ({
  role,
  postgres,
  sessions,
  security,
  relyingParty,
  isRequired,
  clock = Date.now,
}: SecondFactorOptions) => {
  const factors = createFactors(role);
  const challenges = createChallenges({ role, postgres });
  const passkeys = createPasskeys(relyingParty);
  const checkProof = createProofCheck({ role, postgres, factors, passkeys, security, clock });
  const enrolments = createEnrolments({
    role,
    factors,
    challenges,
    passkeys,
    sessions,
    security,
    issuer: relyingParty.title,
    clock,
  });

  return {
    isRequired,
    factors,
    enrolments,
    /** Returns the step that must follow the password, in the transaction that would open the session; null when none is needed. */
    pending: async (client: Queryable, subject: FactorSubject): Promise<PendingLogin | null> => {
      await factors.lockForLogin(client, subject.id);
      const storedFactors = await factors.list(client, subject.id);
      if (storedFactors.length === 0)
        return isRequired ? { ok: true, enrolment: await enrolments.begin(client, subject, null) } : null;
      const passkeysOfSubject = storedFactors.filter((factor) => factor.method === 'passkey');
      const passkey = passkeysOfSubject.length > 0 ? await passkeys.assertionOptions(passkeysOfSubject) : null;
      const challenge = await challenges.open(
        client,
        { kind: 'login', subjectId: subject.id, sessionId: null },
        { secret: null, passkeyChallenge: passkey?.challenge ?? null },
      );
      const methods = [...new Set([...storedFactors.map(({ method }) => method), 'recovery' as const])];
      return { ok: true, secondFactor: { challenge, methods, passkey: passkey && { ...passkey } } };
    },
    /**
     * Completes a login with its second step.
     * @param enter opens the session, in the transaction that consumes challenge and proof
     * @throws AppError CHALLENGE_EXPIRED, WRONG_CODE, PASSKEY_REJECTED, TOO_MANY_ATTEMPTS
     */
    verify: async <Result>(
      subjectId: string,
      { challenge, proof }: SecondFactorProof,
      enter: (client: Queryable) => Promise<Result>,
    ): Promise<Result> => {
      const facts = await challenges.attempt(challenge, { kind: 'login', subjectId, sessionId: null });
      return checkProof(subjectId, proof, facts, (use) =>
        postgres.transaction(async (client) => {
          await challenges.consume(client, challenge);
          await use(client);
          return enter(client);
        }),
      );
    },
    /**
     * Completes a login by adding the first factor, when one is required.
     * @throws AppError CHALLENGE_EXPIRED, WRONG_CODE, PASSKEY_REJECTED, PASSKEY_TAKEN
     */
    enrol: async <Result>(
      subjectId: string,
      body: NewFactor,
      enter: (client: Queryable) => Promise<Result>,
    ): Promise<{ entered: Result; recoveryCodes: string[] }> => {
      const prove = await enrolments.prove({ subjectId, sessionId: null }, body);
      return postgres.transaction(async (client) => {
        const recoveryCodes = await prove(client);
        // A factor was added since the password was entered, and must be used.
        if (!recoveryCodes) throw new AppError('CHALLENGE_EXPIRED');
        return { entered: await enter(client), recoveryCodes };
      });
    },
    /** Cancels logins that await a second factor, in the transaction that changes the password or suspends the subject. */
    cancelLogins: challenges.cancelAll,
    /** Removes all factors, in the transaction that removes the subject. */
    removeAll: factors.removeAll,
  };
};
export type SecondFactor = ReturnType<typeof createSecondFactor>;
