import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { generateSecrets, secretsSchema } from '../secrets.ts';

/** Letters and digits alone: passwords stand in addresses, SQL and configuration files. */
const password = z.string().regex(/^[0-9a-f]{32}$/);

/** What a trial of the platform in containers generates once and keeps: a server takes its password at its first start only. */
export const kept = z.object({
  secrets: secretsSchema,
  passwords: z.object({
    postgres: password,
    rabbitmq: password,
    objectStorage: password,
    /** One role for each service, which owns its database and sees no other. */
    roles: z.object({ identity: password, media: password, affiliate: password, billing: password }),
  }),
});
export type Kept = z.infer<typeof kept>;

const random = () => randomBytes(16).toString('hex');

export const generateKept = async (): Promise<Kept> => ({
  secrets: await generateSecrets(),
  passwords: { postgres: random(), rabbitmq: random(), objectStorage: random(), roles: { identity: random(), media: random(), affiliate: random(), billing: random() } },
});
