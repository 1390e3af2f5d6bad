import type { PanelRole } from 'contracts/roles';
import { CHALLENGE_ATTEMPTS, CHALLENGE_SECONDS } from 'contracts/second-factor';
import { AppError } from '../errors.ts';
import type { Queryable } from '../postgres.ts';
import { hashToken, newRandomToken } from '../random-token.ts';

/** Purpose of a challenge, which is valid for no other. */
export interface ChallengePurpose {
  /** Second step of a login, or enrolment of a new factor. */
  kind: 'login' | 'enrolment';
  subjectId: string;
  /** Session that adds a factor; null before there is one. */
  sessionId: string | null;
}
/** Facts against which the proof is verified. */
export interface ChallengeFacts {
  /** Secret of an authenticator application that is being added. */
  secret: string | null;
  /** Challenge that the browser's passkey must sign; null when the subject has no passkey. */
  passkeyChallenge: string | null;
}

/** Stores the steps between a password (or the start of an enrolment) and the proof: short-lived, single-use, with few attempts. */
export const createChallenges = ({ role, postgres }: { role: PanelRole; postgres: Queryable }) => ({
  /** @returns the token of the challenge; the database stores its hash */
  open: async (
    client: Queryable,
    { kind, subjectId, sessionId }: ChallengePurpose,
    { secret, passkeyChallenge }: ChallengeFacts,
  ): Promise<string> => {
    const token = newRandomToken();
    await client.query(
      `insert into second_factor_challenges (token_hash, role, kind, subject_id, session_id, secret, passkey_challenge, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`,
      [hashToken(token), role, kind, subjectId, sessionId, secret, passkeyChallenge, CHALLENGE_SECONDS],
    );
    return token;
  },
  /**
   * Counts an attempt before its proof is verified, in a separate transaction, so that concurrent attempts all count.
   * @throws AppError CHALLENGE_EXPIRED, also for another purpose or when no attempt is left
   */
  attempt: async (token: string, { kind, subjectId, sessionId }: ChallengePurpose): Promise<ChallengeFacts> => {
    const { rows } = await postgres.query<ChallengeFacts>(
      `update second_factor_challenges set attempts = attempts + 1
       where token_hash = $1 and role = $2 and kind = $3 and subject_id = $4 and session_id is not distinct from $5 and expires_at > now() and attempts < $6
       returning secret, passkey_challenge as "passkeyChallenge"`,
      [hashToken(token), role, kind, subjectId, sessionId, CHALLENGE_ATTEMPTS],
    );
    if (!rows[0]) throw new AppError('CHALLENGE_EXPIRED');
    return rows[0];
  },
  /**
   * Consumes a challenge, in the transaction of its purpose.
   * @throws AppError CHALLENGE_EXPIRED when another request has consumed it
   */
  consume: async (client: Queryable, token: string): Promise<void> => {
    const { rowCount } = await client.query('delete from second_factor_challenges where token_hash = $1', [
      hashToken(token),
    ]);
    if (rowCount !== 1) throw new AppError('CHALLENGE_EXPIRED');
  },
  /** Cancels all challenges of a subject, whose password or factors have changed. */
  cancelAll: async (client: Queryable, subjectId: string): Promise<void> => {
    await client.query('delete from second_factor_challenges where role = $1 and subject_id = $2', [role, subjectId]);
  },
});
export type Challenges = ReturnType<typeof createChallenges>;
