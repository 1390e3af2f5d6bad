import type { PanelRole } from 'contracts/roles';
import type { Enrolment, NewFactor, SecondFactorView } from 'contracts/second-factor';
import type { KnownViewer } from '../auth.ts';
import { AppError } from '../errors.ts';
import { afterCommit } from '../postgres.ts';
import type { Postgres } from '../postgres.ts';
import type { SecurityEvents } from '../security-events.ts';
import { createSessionTrail } from '../session-trail.ts';
import type { SecondFactor } from './second-factor.ts';

interface FactorCallOptions {
  role: PanelRole;
  postgres: Postgres;
  secondFactor: SecondFactor;
  security: SecurityEvents;
}

const ok = { ok: true } as const;

/** Creates the calls with which users manage their own factors, the same for each role. */
export const createFactorCalls = ({
  role,
  postgres,
  secondFactor: { factors, enrolments, isRequired },
  security,
}: FactorCallOptions) => {
  const trail = createSessionTrail(role);
  return {
    view: async ({ id }: KnownViewer): Promise<SecondFactorView> => ({
      required: isRequired,
      factors: (await factors.list(postgres, id)).map((factor) => ({
        id: factor.id,
        method: factor.method,
        name: factor.name,
        created_at: factor.createdAt.toISOString(),
        last_used_at: factor.lastUsedAt?.toISOString() ?? null,
      })),
      recovery_codes_left: await factors.countRecoveryCodes(postgres, id),
    }),
    /** @param account name of the account in authenticators. @throws AppError SECOND_FACTOR_LIMIT */
    begin: ({ id, sessionId }: KnownViewer, account: string): Promise<Enrolment> =>
      enrolments.begin(postgres, { id, account }, sessionId),
    /** @throws AppError CHALLENGE_EXPIRED, WRONG_CODE, PASSKEY_REJECTED, PASSKEY_TAKEN, SECOND_FACTOR_LIMIT */
    add: async (
      { id, sessionId }: KnownViewer,
      body: NewFactor,
    ): Promise<{ ok: true; recoveryCodes: string[] | null }> => {
      const prove = await enrolments.prove({ subjectId: id, sessionId }, body);
      return { ...ok, recoveryCodes: await postgres.transaction(prove) };
    },
    /** @throws AppError SECOND_FACTOR_NOT_FOUND, SECOND_FACTOR_REQUIRED */
    remove: async ({ id: subjectId }: KnownViewer, factorId: string): Promise<typeof ok> => {
      await postgres.transaction(async (client) => {
        await factors.lock(client, subjectId);
        const method = await factors.remove(client, subjectId, factorId);
        if (!method) throw new AppError('SECOND_FACTOR_NOT_FOUND');
        const isLast = (await factors.list(client, subjectId)).length === 0;
        if (isLast && isRequired) throw new AppError('SECOND_FACTOR_REQUIRED');
        if (isLast) await factors.removeRecoveryCodes(client, subjectId);
        await trail.factorRemoved(client, subjectId, method);
        afterCommit(client, () => security.record('second_factor.removed', { role, subjectId, method }));
      });
      return ok;
    },
    /** Replaces all recovery codes, used or unused. @throws AppError SECOND_FACTOR_NOT_FOUND without a factor to recover */
    renewRecoveryCodes: ({ id }: KnownViewer): Promise<{ recoveryCodes: string[] }> =>
      postgres.transaction(async (client) => {
        await factors.lock(client, id);
        if ((await factors.list(client, id)).length === 0) throw new AppError('SECOND_FACTOR_NOT_FOUND');
        return { recoveryCodes: await factors.replaceRecoveryCodes(client, id) };
      }),
  };
};
