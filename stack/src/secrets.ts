import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from 'service-kit/passwords';
import { z } from 'zod';
import { sync as writeFileAtomicSync } from 'write-file-atomic';

export const secretsSchema = z.object({
  identityKey: z.string(),
  affiliateKey: z.string(),
  mediaUrlSecret: z.string().min(32),
  postbackKey: z.string().min(32),
  /** Secret of signed notifications; generated for stacks of former versions. */
  webhookSecret: z
    .string()
    .min(32)
    .default(() => newWebhookSecret()),
  /** Key of Web Push; generated for stacks of former versions. */
  pushKey: z.string().default(() => newPushKey()),
  adminPassword: z.string(),
  adminPasswordHash: z.string(),
});
export type Secrets = z.infer<typeof secretsSchema>;

const random = (bytes = 32) => randomBytes(bytes).toString('base64url');

export const newSecret = () => random();

/** Generates a secret of signed notifications (Standard Webhooks). */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Generates a private key of Web Push (VAPID, RFC 8292): 32 bytes, base64url. */
export const newPushKey = () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Pads the key, since a number with leading zeros is shorter.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
};

/** Generates a private Ed25519 key as JSON (a JWK with a random key id). */
export const newSigningKey = () =>
  JSON.stringify({
    ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
    kid: random(9),
    alg: 'EdDSA',
    use: 'sig',
  });

/** Generates the secrets of a new platform. */
export const generateSecrets = async (): Promise<Secrets> => {
  const adminPassword = random(16);
  return {
    identityKey: newSigningKey(),
    affiliateKey: newSigningKey(),
    mediaUrlSecret: newSecret(),
    postbackKey: newSecret(),
    webhookSecret: newWebhookSecret(),
    pushKey: newPushKey(),
    adminPassword,
    adminPasswordHash: await hashPassword(adminPassword),
  };
};

/**
 * Returns this stack's secrets: generated at the first start, and the same afterwards, so that signatures stay valid.
 * @throws when the file exists with other content
 */
export const loadOrCreateSecrets = async (dataDir: string): Promise<Secrets> => {
  const file = join(dataDir, 'secrets.json');
  const secrets = existsSync(file)
    ? // Retains secrets of a newer version, which storing them again would otherwise delete.
      secretsSchema.loose().parse(JSON.parse(readFileSync(file, 'utf8')))
    : await generateSecrets();
  writeFileAtomicSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
};
