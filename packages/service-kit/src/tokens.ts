import { createPrivateKey } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, TOKEN_AUDIENCE, VIEW_COOKIE_SECONDS } from 'contracts/roles';
import type { Issuer } from 'contracts/roles';
import { z } from 'zod';
import type { Viewer } from './viewer.ts';

/** The private key of an issuer: an Ed25519 JWK with its key id. */
export const signingKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string().min(1), x: z.string(), d: z.string() });
export type SigningKey = z.output<typeof signingKey>;

/** `typ` of the two kinds of token: one cannot be used for the other. */
export const TOKEN_TYPES = { access: 'at+jwt', view: 'view+jwt' } as const;
export type TokenUse = keyof typeof TOKEN_TYPES;

const SECONDS: Record<TokenUse, number> = { access: ACCESS_TOKEN_SECONDS, view: VIEW_COOKIE_SECONDS };

/**
 * Signs the tokens of one issuer (EdDSA; design, section 3).
 * @throws when the key is not a usable Ed25519 private key
 */
export const createIssuer = async (issuer: Issuer, { d, ...publicKey }: SigningKey) => {
  createPrivateKey({ key: { ...publicKey, d }, format: 'jwk' });
  const key = await importJWK({ ...publicKey, d }, 'EdDSA');
  return {
    /** The public keys, for /.well-known/jwks.json */
    jwks: { keys: [{ ...publicKey, alg: 'EdDSA', use: 'sig' }] },
    sign: (use: TokenUse, viewer: Exclude<Viewer, { role: 'visitor' }>): Promise<string> =>
      new SignJWT({ role: viewer.role, ...(viewer.role === 'affiliate' ? { slug: viewer.slug } : {}) })
        .setProtectedHeader({ alg: 'EdDSA', typ: TOKEN_TYPES[use], kid: publicKey.kid })
        .setIssuer(issuer)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(viewer.id)
        .setIssuedAt()
        .setExpirationTime(`${SECONDS[use]}s`)
        .sign(key),
  };
};
export type TokenIssuer = Awaited<ReturnType<typeof createIssuer>>;
