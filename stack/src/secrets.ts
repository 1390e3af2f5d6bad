import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from 'service-kit/passwords';
import { z } from 'zod';
import { writeWhole } from './write-whole.ts';

export const secretsSchema = z.object({
  identityKey: z.string(),
  affiliateKey: z.string(),
  mediaUrlSecret: z.string().min(32),
  postbackKey: z.string().min(32),
  adminPassword: z.string(),
  adminPasswordHash: z.string(),
});
export type Secrets = z.infer<typeof secretsSchema>;

const random = (bytes = 32) => randomBytes(bytes).toString('base64url');

export const newSecret = () => random();

/** A private Ed25519 key as JSON (a JWK with a key id of its own). */
export const newSigningKey = () =>
  JSON.stringify({
    ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
    kid: random(9),
    alg: 'EdDSA',
    use: 'sig',
  });

/** New secrets of a platform of one's own. */
export const generateSecrets = async (): Promise<Secrets> => {
  const adminPassword = random(16);
  return {
    identityKey: newSigningKey(),
    affiliateKey: newSigningKey(),
    mediaUrlSecret: newSecret(),
    postbackKey: newSecret(),
    adminPassword,
    adminPasswordHash: await hashPassword(adminPassword),
  };
};

/**
 * This stack's own secrets: generated at the first start, the same afterwards (what they signed stays valid).
 * @throws when the file exists and is not theirs
 */
export const keepSecrets = async (dataDir: string): Promise<Secrets> => {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const secrets = await generateSecrets();
  writeWhole(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
  return secrets;
};
