import type { SecondFactorProof } from 'contracts/second-factor';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import type { PendingLogin, SecondFactor } from 'service-kit/second-factor/second-factor';
import type { Browser, SessionGrant, Sessions } from 'service-kit/sessions';
import type { AffiliateRepository, AffiliateWithHash } from './affiliate.repository.ts';

interface Dependencies {
  postgres: Pick<Postgres, 'transaction'>;
  affiliates: Pick<AffiliateRepository, 'mayEnter'>;
  sessions: Pick<Sessions, 'open'>;
  secondFactor: Pick<SecondFactor, 'pending' | 'verify'>;
}

export const createAffiliateLoginService = ({ postgres, affiliates, sessions, secondFactor }: Dependencies) => ({
  /**
   * Opens a session for an affiliate whose password was verified, or returns the step that must follow.
   * @throws AppError AFFILIATE_SUSPENDED, or WRONG_PASSWORD when the password has changed meanwhile
   */
  enter: (affiliate: AffiliateWithHash, browser: Browser): Promise<SessionGrant | PendingLogin> => {
    if (affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
    return postgres.transaction(async (client) => {
      if (!(await affiliates.mayEnter(client, affiliate))) throw new AppError('WRONG_PASSWORD');
      return (
        (await secondFactor.pending(client, { id: affiliate.id, account: affiliate.slug })) ??
        sessions.open(client, affiliate.id, browser)
      );
    });
  },
  /**
   * Opens a session with the second factor that follows the password.
   * @throws AppError AFFILIATE_SUSPENDED, and the errors of `SecondFactor.verify`
   */
  enterBySecondFactor: (
    affiliate: AffiliateWithHash,
    proof: SecondFactorProof,
    browser: Browser,
  ): Promise<SessionGrant> => {
    if (affiliate.is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
    return secondFactor.verify(affiliate.id, proof, async (client) => {
      // A change since the password was entered has ended the challenge; a concurrent change must wait for this transaction.
      if (!(await affiliates.mayEnter(client, affiliate))) throw new AppError('CHALLENGE_EXPIRED');
      return sessions.open(client, affiliate.id, browser);
    });
  },
});
export type AffiliateLoginService = ReturnType<typeof createAffiliateLoginService>;
