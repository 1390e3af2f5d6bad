import { randomBytes } from 'node:crypto';
import { recordOf, SERVICE_NAMES } from 'contracts/services';
import { z } from 'zod';
import { generateSecrets, secretsSchema } from '../secrets.ts';

/** Letters and digits alone: passwords stand in addresses, SQL and configuration files. */
const password = z.string().regex(/^[0-9a-f]{32}$/);

/** Secrets of a platform in containers, generated once and stored: servers take their passwords at their first start. */
export const storedSecrets = z.object({
  secrets: secretsSchema,
  passwords: z.object({
    /** The servers' administrators; no process uses them. */
    postgres: password,
    mongodb: password,
    /** The user `platform` of the broker. */
    rabbitmq: password,
    objectStorage: password,
    /** One user for each service with a database: it owns that database and sees no other. */
    roles: z.object(recordOf(SERVICE_NAMES, (name) => [name, password])),
  }),
});
export type StoredSecrets = z.infer<typeof storedSecrets>;

const random = () => randomBytes(16).toString('hex');

export const generatePasswords = (): StoredSecrets['passwords'] => ({
  postgres: random(),
  mongodb: random(),
  rabbitmq: random(),
  objectStorage: random(),
  roles: recordOf(SERVICE_NAMES, (name) => [name, random()]),
});

export const generateStoredSecrets = async (): Promise<StoredSecrets> => ({
  secrets: await generateSecrets(),
  passwords: generatePasswords(),
});
