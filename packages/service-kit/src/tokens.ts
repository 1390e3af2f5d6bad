import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS, TOKEN_AUDIENCE, VIEW_COOKIE_SECONDS } from 'contracts/roles';
import type { Issuer } from 'contracts/roles';
import { z } from 'zod';
import type { Person } from './viewer.ts';

const publicKey = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), kid: z.string().min(1), x: z.string() });

/** Private key of an issuer: an Ed25519 JWK with a key id. */
export const signingKey = publicKey.extend({ d: z.string() });
export type SigningKey = z.output<typeof signingKey>;

/**
 * Keys of an issuer: one private JWK, or a JWK Set (RFC 7517) whose first key signs. Only the public halves of the other keys are
 * published: during a rotation they verify tokens of replicas that sign with the previous or next key.
 */
export const signingKeys = z.union([signingKey, z.object({ keys: z.tuple([signingKey]).rest(publicKey) })]);
export type SigningKeys = z.output<typeof signingKeys>;

/** `typ` of the two kinds of tokens, which prevents using one as the other. */
export const TOKEN_TYPES = { access: 'at+jwt', view: 'view+jwt' } as const;
export type TokenUse = keyof typeof TOKEN_TYPES;

/** `typ` of facts that one service signs for another and that the user's browser carries. They grant no access. */
export const CLAIM_TYPES = { registration: 'registration+jwt' } as const;
export type ClaimUse = keyof typeof CLAIM_TYPES;

const SECONDS: Record<TokenUse, number> = { access: ACCESS_TOKEN_SECONDS, view: VIEW_COOKIE_SECONDS };

/** Session that a token belongs to. */
export interface TokenSession {
  id: string;
  /** Instant of the last authentication, in seconds since 1970. */
  authenticatedAt: number;
  /** Seconds until the session ends without a renewal: no token outlives its session. */
  secondsLeft: number;
}

const published = ({ kty, crv, kid, x }: z.output<typeof publicKey>) => ({
  kty,
  crv,
  kid,
  x,
  alg: 'EdDSA',
  use: 'sig',
});

/**
 * Signs the tokens of one issuer (EdDSA), with the session's id (`sid`) and the time of the last password entry (`auth_time`), and
 * publishes the public keys that verify them.
 * @throws when a key is not a usable Ed25519 key, or two keys have the same key id
 */
export const createIssuer = async (issuer: Issuer, keys: SigningKeys) => {
  const [current, ...others] = 'keys' in keys ? keys.keys : [keys];
  createPrivateKey({ key: current, format: 'jwk' });
  for (const other of others) createPublicKey({ key: published(other), format: 'jwk' });
  if (new Set([current, ...others].map(({ kid }) => kid)).size <= others.length)
    throw new Error(`two keys of ${issuer} have the same key id`);
  const key = await importJWK(current, 'EdDSA');
  return {
    /** Public keys, for /.well-known/jwks.json. */
    jwks: { keys: [current, ...others].map(published) },
    sign: (use: TokenUse, person: Person, { id, authenticatedAt, secondsLeft }: TokenSession): Promise<string> =>
      new SignJWT({
        role: person.role,
        ...(person.role === 'affiliate' ? { slug: person.slug } : {}),
        sid: id,
        auth_time: authenticatedAt,
      })
        .setProtectedHeader({ alg: 'EdDSA', typ: TOKEN_TYPES[use], kid: current.kid })
        .setIssuer(issuer)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(person.id)
        .setIssuedAt()
        .setExpirationTime(`${Math.min(SECONDS[use], secondsLeft)}s`)
        .sign(key),
    /** Signs facts about a user; the token's subject is the user's id. */
    signClaim: (use: ClaimUse, subject: string, facts: Record<string, unknown>, seconds: number): Promise<string> =>
      new SignJWT({ facts })
        .setProtectedHeader({ alg: 'EdDSA', typ: CLAIM_TYPES[use], kid: current.kid })
        .setIssuer(issuer)
        .setAudience(TOKEN_AUDIENCE)
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(key),
    /**
     * Derives a symmetric key for one purpose from the signing key (HKDF, RFC 5869): it needs no separate secret, and rotates with
     * the signing key.
     */
    deriveKey: (purpose: string): Buffer =>
      Buffer.from(hkdfSync('sha256', Buffer.from(current.d, 'base64url'), '', purpose, 32)),
  };
};
export type TokenIssuer = Awaited<ReturnType<typeof createIssuer>>;
