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
 * Limit on six-digit codes of one subject, from all addresses. Only callers with the password reach this step, so the limit cannot
 * be used to lock out others. Passkeys and recovery codes cannot be guessed and are not limited.
 */
const CODES = { attempts: 20, windowSeconds: 60 * 60 };

/** Records the use of the factor, in the transaction of the login. @throws AppError when it was used meanwhile */
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
   * Verifies a proof and passes on the function that records its use; reports the outcome as a security event.
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
      // Counted before verification, so that concurrent attempts all count.
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
