import { createHash } from 'node:crypto';
import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import { ISSUERS, TOKEN_AUDIENCE } from 'contracts/roles';
import type { Issuer, TokenRole } from 'contracts/roles';
import { z } from 'zod';
import { AppError } from './errors.ts';
import { TOKEN_TYPES } from './tokens.ts';
import type { TokenUse } from './tokens.ts';
import type { Viewer } from './viewer.ts';

const claims = z.object({ sub: z.string().min(1), role: z.enum(['subscriber', 'affiliate', 'administrator']), slug: z.string().optional(), exp: z.number() });

/** Faults of the issuer's key set, not of the token: it did not answer, or not with keys. */
const KEY_SET_FAULTS: readonly string[] = [errors.JOSEError.code, errors.JWKSInvalid.code, errors.JWKSTimeout.code];

/** Where an issuer's public keys are: an address, or the keys themselves (for the issuer's own service and tests). */
export type KeySource = URL | JSONWebKeySet;

const keysOf = (source: KeySource): JWTVerifyGetKey =>
  source instanceof URL ? createRemoteJWKSet(source, { cacheMaxAge: 24 * 60 * 60_000, cooldownDuration: 10_000, timeoutDuration: 3_000 }) : createLocalJWKSet(source);

const viewerOf = ({ sub, role, slug }: z.output<typeof claims>): Viewer => {
  if (role !== 'affiliate') return { role, id: sub };
  if (!slug) throw new AppError('SESSION_EXPIRED');
  return { role, id: sub, slug };
};

/**
 * Verifies tokens of the issuers in the table: fixed algorithm, audience, issuer, type, expiry, and that the issuer may grant the role.
 */
export const createVerifier = (sources: Partial<Record<Issuer, KeySource>>) => {
  const keys = new Map(Object.entries(sources).map(([issuer, source]) => [issuer, keysOf(source)] as const));
  const verified = new LRUCache<string, Viewer>({ max: 5_000 });

  return {
    /**
     * The viewer that a token names.
     * @throws AppError SESSION_EXPIRED when it does not hold, SERVICE_UNAVAILABLE when the issuer's keys cannot be had
     */
    verify: async (token: string, use: TokenUse = 'access'): Promise<Viewer> => {
      const cacheKey = createHash('sha256').update(use).update(token).digest('base64');
      const known = verified.get(cacheKey);
      if (known) return known;
      try {
        const issuer = decodeJwt(token).iss ?? '';
        const key = keys.get(issuer);
        if (!key) throw new AppError('SESSION_EXPIRED');
        const { payload } = await jwtVerify(token, key, { algorithms: ['EdDSA'], audience: TOKEN_AUDIENCE, issuer, typ: TOKEN_TYPES[use], clockTolerance: 5 });
        const parsed = claims.parse(payload);
        if (!(ISSUERS[issuer as Issuer] as readonly TokenRole[]).includes(parsed.role)) throw new AppError('SESSION_EXPIRED');
        const viewer = viewerOf(parsed);
        verified.set(cacheKey, viewer, { ttl: Math.max(1, parsed.exp * 1000 - Date.now()) });
        return viewer;
      } catch (error) {
        if (error instanceof AppError) throw error;
        const refused = error instanceof errors.JOSEError && !KEY_SET_FAULTS.includes(error.code);
        if (refused || error instanceof z.ZodError) throw new AppError('SESSION_EXPIRED', { cause: error });
        throw new AppError('SERVICE_UNAVAILABLE', { cause: error, retryAfter: 2 });
      }
    },
  };
};
export type Verifier = ReturnType<typeof createVerifier>;

/** The token of an Authorization header, or null. */
export const bearerOf = (header: string | undefined): string | null => /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1] ?? null;
