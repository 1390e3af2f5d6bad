import type { PanelRole } from 'contracts/roles';
import { CHALLENGE_ATTEMPTS, CHALLENGE_SECONDS } from 'contracts/second-factor';
import { AppError } from '../errors.ts';
import type { Queryable } from '../postgres.ts';
import { hashToken, newRandomToken } from '../random-token.ts';

/** Purpose of a challenge: no other accepts it. */
export interface ChallengePurpose {
  /** The second step of a login, or a new factor. */
  kind: 'login' | 'enrolment';
  subjectId: string;
  /** The session that adds a factor; null before there is one. */
  sessionId: string | null;
}
/** Facts against which the proof is verified. */
export interface ChallengeFacts {
  /** Secret of an application that is being added. */
  secret: string | null;
  /** Challenge that the browser's passkey has to sign; null where there is none. */
  passkeyChallenge: string | null;
}

/** Steps between a password, or the wish for a factor, and the proof: short-lived, for one success, with few attempts. */
export const createChallenges = ({ role, postgres }: { role: PanelRole; postgres: Queryable }) => ({
  /** @returns the token that names the challenge; the database has its hash */
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
   * Counts an attempt before its proof is verified, in a transaction of its own: attempts sent side by side are all counted.
   * @throws AppError CHALLENGE_EXPIRED, also where it was opened for something else or has no attempt left
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
  /** Ends a challenge, in the transaction of what it was for. @throws AppError CHALLENGE_EXPIRED where another request has used it */
  consume: async (client: Queryable, token: string): Promise<void> => {
    const { rowCount } = await client.query('delete from second_factor_challenges where token_hash = $1', [
      hashToken(token),
    ]);
    if (rowCount !== 1) throw new AppError('CHALLENGE_EXPIRED');
  },
  /** Ends all challenges of a subject: what they rest on (password, factors) has changed. */
  cancelAll: async (client: Queryable, subjectId: string): Promise<void> => {
    await client.query('delete from second_factor_challenges where role = $1 and subject_id = $2', [role, subjectId]);
  },
});
export type Challenges = ReturnType<typeof createChallenges>;
