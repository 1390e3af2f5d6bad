import type { PanelRole } from 'contracts/roles';
import type { SecondFactorProof } from 'contracts/second-factor';
import { AppError } from '../errors.ts';
import type { Postgres, Queryable } from '../postgres.ts';
import type { SecurityEvents } from '../security-events.ts';
import { createThrottle } from '../throttle.ts';
import type { ChallengeFacts } from './challenges.ts';
import type { Factors, StoredFactor } from './factors.ts';
import type { Passkeys } from './passkeys.ts';
import { totpStep } from './totp.ts';

/**
 * Codes of six digits of one subject, whatever their address: the sender of one has the password, so that this locks out no other person
 * whose password is a secret. Passkeys and recovery codes cannot be guessed and stay open.
 */
const CODES = { attempts: 20, windowSeconds: 60 * 60 };

/** Takes the factor's use, in the transaction of the login. @throws AppError where it was used meanwhile */
type Use = (client: Queryable) => Promise<void>;

interface ProofCheckOptions {
  role: PanelRole;
  postgres: Postgres;
  factors: Factors;
  passkeys: Passkeys;
  security: SecurityEvents;
  clock: () => number;
}

const orThrow = async (isAccepted: Promise<boolean>, code: 'WRONG_CODE' | 'PASSKEY_REJECTED'): Promise<void> => {
  if (!(await isAccepted)) throw new AppError(code);
};

/** Creates the function that verifies a second factor, with a limit on wrong codes. */
export const createProofCheck = ({ role, postgres, factors, passkeys, security, clock }: ProofCheckOptions) => {
  const limit = `second-factor:${role}`;
  const throttle = createThrottle(postgres, { [limit]: CODES });

  const totpUse = (storedFactors: readonly StoredFactor[], code: string): Use => {
    for (const factor of storedFactors) {
      const step = factor.method === 'totp' ? totpStep(factor.secret, code, clock()) : null;
      if (step !== null) return (client) => orThrow(factors.useTotp(client, factor.id, step), 'WRONG_CODE');
    }
    throw new AppError('WRONG_CODE');
  };
  const useOf = async (
    subjectId: string,
    proof: SecondFactorProof['proof'],
    { passkeyChallenge }: ChallengeFacts,
  ): Promise<Use> => {
    if (proof.method === 'recovery')
      return (client) => orThrow(factors.useRecoveryCode(client, subjectId, proof.code), 'WRONG_CODE');
    const storedFactors = await factors.list(postgres, subjectId);
    if (proof.method === 'totp') return totpUse(storedFactors, proof.code);
    const passkey = storedFactors.find(
      (factor) => factor.method === 'passkey' && factor.credentialId === proof.assertion.id,
    );
    if (passkey?.method !== 'passkey' || passkeyChallenge === null) throw new AppError('PASSKEY_REJECTED');
    const counter = await passkeys.verify(proof.assertion, passkeyChallenge, passkey);
    return (client) => orThrow(factors.usePasskey(client, passkey.id, counter), 'PASSKEY_REJECTED');
  };

  /**
   * Verifies a proof and passes its use on; reports the outcome.
   * @throws AppError WRONG_CODE, PASSKEY_REJECTED, TOO_MANY_ATTEMPTS
   */
  return async <Result>(
    subjectId: string,
    proof: SecondFactorProof['proof'],
    facts: ChallengeFacts,
    complete: (use: Use) => Promise<Result>,
  ): Promise<Result> => {
    const { method } = proof;
    const throttleKeys = method === 'totp' ? { [limit]: subjectId } : {};
    try {
      // Counted before it is verified: attempts sent side by side all count.
      await throttle.take(throttleKeys);
      const result = await complete(await useOf(subjectId, proof, facts));
      await throttle.giveBack(throttleKeys);
      security.record('second_factor.succeeded', { role, subjectId, method });
      return result;
    } catch (error) {
      if (error instanceof AppError && error.status < 500)
        security.record('second_factor.failed', { role, subjectId, method, reason: error.code });
      throw error;
    }
  };
};
