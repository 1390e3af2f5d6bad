import { randomUUID } from 'node:crypto';
import type { FactorMethod } from 'contracts/second-factor';
import type { PanelRole } from 'contracts/roles';
import { AppError } from '../errors.ts';
import { lockByName } from '../lock-by-name.ts';
import { violatedConstraint } from '../postgres.ts';
import type { Queryable } from '../postgres.ts';
import type { Passkey } from './passkeys.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

interface TotpFacts {
  method: 'totp';
  secret: string;
  /** Time step of the last accepted code; a code is accepted once. */
  lastStep: number;
}
interface PasskeyFacts extends Passkey {
  method: 'passkey';
}
export type FactorFacts = TotpFacts | PasskeyFacts;
export type StoredFactor = FactorFacts & { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

const STORED = `id, method, name, created_at as "createdAt", last_used_at as "lastUsedAt", secret, last_step as "lastStep", credential_id as "credentialId", public_key as "publicKey", counter, transports`;

const lockNameOf = (role: PanelRole, subjectId: string): string => `second factor ${role} ${subjectId}`;

/** Stores the second factors and recovery codes of the subjects of one role. */
export const createFactors = (role: PanelRole) => ({
  /** Locks a subject's factors exclusively until the transaction ends: for changes. */
  lock: (client: Queryable, subjectId: string): Promise<void> => lockByName(client, lockNameOf(role, subjectId)),
  /** Locks a subject's factors for concurrent logins, which excludes changes. */
  lockForLogin: (client: Queryable, subjectId: string): Promise<void> =>
    lockByName(client, lockNameOf(role, subjectId), { isShared: true }),
  list: async (client: Queryable, subjectId: string): Promise<StoredFactor[]> =>
    (
      await client.query<StoredFactor>(
        `select ${STORED} from second_factors where role = $1 and subject_id = $2 order by created_at, id`,
        [role, subjectId],
      )
    ).rows,
  /** @throws AppError PASSKEY_TAKEN */
  add: async (client: Queryable, subjectId: string, name: string, facts: FactorFacts): Promise<void> => {
    const totp = facts.method === 'totp' ? facts : null;
    const passkey = facts.method === 'passkey' ? facts : null;
    try {
      await client.query(
        `insert into second_factors (id, role, subject_id, method, name, secret, last_step, credential_id, public_key, counter, transports)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          randomUUID(),
          role,
          subjectId,
          facts.method,
          name,
          totp?.secret,
          totp?.lastStep,
          passkey?.credentialId,
          passkey?.publicKey,
          passkey?.counter,
          passkey?.transports,
        ],
      );
    } catch (error) {
      throw violatedConstraint(error) === 'second_factors_credential_id_key' ? new AppError('PASSKEY_TAKEN') : error;
    }
  },
  /** @returns the method of the removed factor, or null when the subject has none with this id */
  remove: async (client: Queryable, subjectId: string, id: string): Promise<FactorMethod | null> =>
    (
      await client.query<{ method: FactorMethod }>(
        'delete from second_factors where role = $1 and subject_id = $2 and id = $3 returning method',
        [role, subjectId, id],
      )
    ).rows[0]?.method ?? null,
  /** Accepts the code of a time step. @returns false when this or a later step was already accepted */
  useTotp: async (client: Queryable, id: string, step: number): Promise<boolean> =>
    (
      await client.query(
        'update second_factors set last_step = $2, last_used_at = now() where id = $1 and last_step < $2',
        [id, step],
      )
    ).rowCount === 1,
  /** @returns false when the passkey was removed meanwhile */
  usePasskey: async (client: Queryable, id: string, counter: number): Promise<boolean> =>
    (await client.query('update second_factors set counter = $2, last_used_at = now() where id = $1', [id, counter]))
      .rowCount === 1,
  /** @returns false for an unknown or used code */
  useRecoveryCode: async (client: Queryable, subjectId: string, code: string): Promise<boolean> =>
    (
      await client.query('delete from recovery_codes where role = $1 and subject_id = $2 and code_hash = $3', [
        role,
        subjectId,
        recoveryCodeHash(code),
      ])
    ).rowCount === 1,
  countRecoveryCodes: async (client: Queryable, subjectId: string): Promise<number> =>
    (
      await client.query<{ count: number }>('select count(*) from recovery_codes where role = $1 and subject_id = $2', [
        role,
        subjectId,
      ])
    ).rows[0]?.count ?? 0,
  removeRecoveryCodes: async (client: Queryable, subjectId: string): Promise<void> => {
    await client.query('delete from recovery_codes where role = $1 and subject_id = $2', [role, subjectId]);
  },
  /** Replaces the recovery codes. @returns the new ones, of which only hashes are stored */
  replaceRecoveryCodes: async (client: Queryable, subjectId: string): Promise<string[]> => {
    const codes = newRecoveryCodes();
    await client.query('delete from recovery_codes where role = $1 and subject_id = $2', [role, subjectId]);
    await client.query('insert into recovery_codes (role, subject_id, code_hash) select $1, $2, unnest($3::bytea[])', [
      role,
      subjectId,
      codes.map(recoveryCodeHash),
    ]);
    return codes;
  },
  /** Removes the factors and codes of a deleted subject. */
  removeAll: async (client: Queryable, subjectId: string): Promise<void> => {
    for (const table of ['second_factors', 'recovery_codes', 'second_factor_challenges'])
      await client.query(`delete from ${table} where role = $1 and subject_id = $2`, [role, subjectId]);
  },
});
export type Factors = ReturnType<typeof createFactors>;
