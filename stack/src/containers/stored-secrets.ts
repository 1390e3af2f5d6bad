import { randomBytes } from 'node:crypto';
import { recordOf, SERVICE_NAMES } from 'contracts/services';
import { z } from 'zod';
import { generateSecrets, secretsSchema } from '../secrets.ts';

const random = () => randomBytes(16).toString('hex');

/** Hexadecimal only: passwords are part of URLs, SQL and configuration files. */
const password = z.string().regex(/^[0-9a-f]{32}$/);

/**
 * Secrets of a platform in containers, generated once and stored: servers only set their passwords at the first start. Retains those of
 * a newer version, which a roll-back would otherwise delete when it stores them again.
 */
export const storedSecrets = z.looseObject({
  secrets: secretsSchema.loose(),
  passwords: z.looseObject({
    /** Administrators of the servers; no process uses them. */
    postgres: password,
    mongodb: password,
    /** User `platform` of the broker. */
    rabbitmq: password,
    objectStorage: password,
    /** One user per service with a database, which it owns; it can access no other. Generated for an added service. */
    roles: z.object(recordOf(SERVICE_NAMES, (name) => [name, password.default(random)])).catchall(password),
  }),
});
export type StoredSecrets = z.infer<typeof storedSecrets>;

const generatePasswords = (): StoredSecrets['passwords'] => ({
  postgres: random(),
  mongodb: random(),
  rabbitmq: random(),
  objectStorage: random(),
  roles: recordOf(SERVICE_NAMES, (name) => [name, random()]),
});

/** Replaces the passwords that can be changed later; retains those of a newer version. */
export const rotatePasswords = (current: StoredSecrets['passwords']): StoredSecrets['passwords'] => {
  const { objectStorage, rabbitmq, roles } = generatePasswords();
  return { ...current, objectStorage, rabbitmq, roles: { ...current.roles, ...roles } };
};

export const generateStoredSecrets = async (): Promise<StoredSecrets> => ({
  secrets: await generateSecrets(),
  passwords: generatePasswords(),
});
