import { generateKeyPairSync } from 'node:crypto';
import { createIssuer, signingKey } from 'service-kit/tokens';
import type { SigningKey } from 'service-kit/tokens';

/** A new private key of an issuer. */
export const newSigningKey = (kid = 'test'): SigningKey =>
  signingKey.parse({ ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid });

/** An issuer of tokens with a new key. */
export const newIssuer = (issuer: 'identity' | 'affiliate') => createIssuer(issuer, newSigningKey(issuer));
