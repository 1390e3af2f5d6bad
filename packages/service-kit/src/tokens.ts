import { createPrivateKey, hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, TOKEN_AUDIENCE, VIEW_COOKIE_SECONDS } from 'contracts/roles';
import type { Issuer } from 'contracts/roles';
import { z } from 'zod';
import type { Person } from './viewer.ts';

/** The private key of an issuer: an Ed25519 JWK with its key id. */
export const signingKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string().min(1), x: z.string(), d: z.string() });
export type SigningKey = z.output<typeof signingKey>;

/** `typ` of the two kinds of token: one cannot be used for the other. */
export const TOKEN_TYPES = { access: 'at+jwt', view: 'view+jwt' } as const;
export type TokenUse = keyof typeof TOKEN_TYPES;

const SECONDS: Record<TokenUse, number> = { access: ACCESS_TOKEN_SECONDS, view: VIEW_COOKIE_SECONDS };

/** What a token needs to know of the session that it belongs to. */
export interface TokenSession {
  id: string;
  /** When the person last proved who they are, in seconds since 1970. */
  authenticatedAt: number;
  /** Until the session ends unless it is renewed: no token outlives its session. */
  secondsLeft: number;
}

/**
 * Signs the tokens of one issuer (EdDSA), each with its session's id (`sid`) and the time of the login (`auth_time`).
 * @throws when the key is not a usable Ed25519 private key
 */
export const createIssuer = async (issuer: Issuer, { d, ...publicKey }: SigningKey) => {
  createPrivateKey({ key: { ...publicKey, d }, format: 'jwk' });
  const key = await importJWK({ ...publicKey, d }, 'EdDSA');
  return {
    /** The public keys, for /.well-known/jwks.json */
    jwks: { keys: [{ ...publicKey, alg: 'EdDSA', use: 'sig' }] },
    sign: (use: TokenUse, person: Person, { id, authenticatedAt, secondsLeft }: TokenSession): Promise<string> =>
      new SignJWT({ role: person.role, ...(person.role === 'affiliate' ? { slug: person.slug } : {}), sid: id, auth_time: authenticatedAt })
        .setProtectedHeader({ alg: 'EdDSA', typ: TOKEN_TYPES[use], kid: publicKey.kid })
        .setIssuer(issuer)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(person.id)
        .setIssuedAt()
        .setExpirationTime(`${Math.min(SECONDS[use], secondsLeft)}s`)
        .sign(key),
  };
};
export type TokenIssuer = Awaited<ReturnType<typeof createIssuer>>;

/** A symmetric key for one purpose of an issuer, derived from its private key (HKDF, RFC 5869): no further secret has to be kept. */
export const deriveKey = ({ d }: SigningKey, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', purpose, 32));
