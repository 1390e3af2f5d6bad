import { generateKeyPairSync } from 'node:crypto';
import { createIssuer, signingKey } from 'service-kit/tokens';
import type { SigningKey } from 'service-kit/tokens';

/** Creates a private key for an issuer. */
export const newSigningKey = (kid = 'test'): SigningKey =>
  signingKey.parse({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid });

/** Creates a token issuer with a new key. */
export const newIssuer = (issuer: 'identity' | 'affiliate') => createIssuer(issuer, newSigningKey(issuer));
