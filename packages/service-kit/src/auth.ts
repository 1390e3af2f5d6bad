import { createHash } from 'node:crypto';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { DAY_MS } from 'contracts/durations';
import { ISSUERS, TOKEN_AUDIENCE } from 'contracts/roles';
import type { Issuer, TokenRole } from 'contracts/roles';
import { z } from 'zod';
import { AppError } from './errors.ts';
import type { Revocations } from './revocations.ts';
import { CLAIM_TYPES, TOKEN_TYPES } from './tokens.ts';
import type { ClaimUse, TokenUse } from './tokens.ts';
import type { Viewer } from './viewer.ts';

const claims = z.object({
  sub: z.string().min(1),
  role: z.enum(['subscriber', 'affiliate', 'administrator']),
  slug: z.string().optional(),
  exp: z.number(),
  iat: z.number(),
  sid: z.string().min(1),
  auth_time: z.number(),
});

/** Errors of the issuer's key set, not of the token: unreachable, or not a key set. */
const KEY_SET_FAULTS: readonly string[] = [errors.JOSEError.code, errors.JWKSInvalid.code, errors.JWKSTimeout.code];

/** Source of an issuer's public keys: a URL, or the keys themselves (for the issuer's own service and tests). */
export type KeySource = URL | JSONWebKeySet;

const keysOf = (source: KeySource): JWTVerifyGetKey =>
  source instanceof URL
    ? createRemoteJWKSet(source, { cacheMaxAge: DAY_MS, cooldownDuration: 10_000, timeoutDuration: 3_000 })
    : createLocalJWKSet(source);

/** The viewer of a valid token, never a visitor. */
export type KnownViewer = Exclude<Viewer, { role: 'visitor' }>;

const viewerOf = ({ sub, role, slug, sid, auth_time }: z.output<typeof claims>): KnownViewer => {
  const session = { sessionId: sid, authenticatedAt: auth_time };
  if (role !== 'affiliate') return { role, id: sub, ...session };
  if (!slug) throw new AppError('SESSION_EXPIRED');
  return { role, id: sub, slug, ...session };
};

/**
 * Creates the verifier of tokens: checks algorithm, audience, issuer, type and expiry, that the issuer may grant the role, and that
 * the session is not revoked.
 */
export const createVerifier = (
  sources: Partial<Record<Issuer, KeySource>>,
  revocations: Pick<Revocations, 'isRevoked'>,
) => {
  const keys = new Map(Object.entries(sources).map(([issuer, source]) => [issuer, keysOf(source)] as const));
  const verified = new LRUCache<string, { viewer: KnownViewer; issuedAt: number }>({ max: 5_000 });
  /** Rejects revoked sessions on each request: a valid signature does not exclude a revoked session. */
  const requireSession = ({ viewer, issuedAt }: { viewer: KnownViewer; issuedAt: number }): KnownViewer => {
    if (revocations.isRevoked(viewer.sessionId, issuedAt)) throw new AppError('SESSION_EXPIRED');
    return viewer;
  };

  /**
   * Returns the verified payload of a token of one type.
   * @throws AppError SESSION_EXPIRED when the token is invalid, SERVICE_UNAVAILABLE when the issuer's keys cannot be fetched
   */
  const payloadOf = async (token: string, typ: string): Promise<JWTPayload & { iss: string }> => {
    try {
      const issuer = decodeJwt(token).iss ?? '';
      const key = keys.get(issuer);
      if (!key) throw new AppError('SESSION_EXPIRED');
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['EdDSA'],
        audience: TOKEN_AUDIENCE,
        issuer,
        typ,
        clockTolerance: 5,
      });
      return { ...payload, iss: issuer };
    } catch (error) {
      if (error instanceof AppError) throw error;
      const isRejected = error instanceof errors.JOSEError && !KEY_SET_FAULTS.includes(error.code);
      if (isRejected) throw new AppError('SESSION_EXPIRED', { cause: error });
      throw new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfterSeconds: 2 });
    }
  };

  return {
    /**
     * Returns the facts of a claim about a person, unvalidated.
     * @throws AppError SESSION_EXPIRED when the claim is invalid, SERVICE_UNAVAILABLE when the issuer's keys cannot be fetched
     */
    verifyClaim: async (token: string, use: ClaimUse): Promise<{ subject: string; facts: unknown }> => {
      const { sub, facts } = await payloadOf(token, CLAIM_TYPES[use]);
      return { subject: sub ?? '', facts };
    },
    /**
     * Returns the viewer that a token identifies.
     * @throws AppError SESSION_EXPIRED when the token is invalid, SERVICE_UNAVAILABLE when the issuer's keys cannot be fetched
     */
    verify: async (token: string, use: TokenUse = 'access'): Promise<KnownViewer> => {
      const cacheKey = createHash('sha256').update(use).update(token).digest('base64');
      const cachedClaims = verified.get(cacheKey);
      if (cachedClaims) return requireSession(cachedClaims);
      const payload = await payloadOf(token, TOKEN_TYPES[use]);
      const parsed = claims.safeParse(payload);
      if (!parsed.success) throw new AppError('SESSION_EXPIRED', { cause: parsed.error });
      const { data } = parsed;
      if (!(ISSUERS[payload.iss as Issuer] as readonly TokenRole[]).includes(data.role))
        throw new AppError('SESSION_EXPIRED');
      const verifiedClaims = { viewer: viewerOf(data), issuedAt: data.iat };
      verified.set(cacheKey, verifiedClaims, { ttl: Math.max(1, data.exp * 1000 - Date.now()) });
      return requireSession(verifiedClaims);
    },
  };
};
export type Verifier = ReturnType<typeof createVerifier>;

/** Whether a token was rejected for any reason except expiry: it was forged or altered. */
export const isForgery = (cause: unknown): boolean =>
  cause instanceof errors.JOSEError && !(cause instanceof errors.JWTExpired);

/** Returns the viewer, narrowed to the given role. @throws AppError FORBIDDEN for any other */
export const requireRole = <Role extends TokenRole>(
  viewer: Viewer,
  role: Role,
): Extract<KnownViewer, { role: Role }> => {
  if (viewer.role !== role) throw new AppError('FORBIDDEN');
  return viewer as Extract<KnownViewer, { role: Role }>;
};

/** Returns the token of an Authorization header, or null. */
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1] ?? null;
