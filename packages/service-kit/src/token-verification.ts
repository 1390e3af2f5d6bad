import type { Issuer } from 'contracts/roles';
import { createVerifier } from './auth.ts';
import type { Bus } from './bus.ts';
import type { Logger } from './logger.ts';
import { createRevocations } from './revocations.ts';
import { createRevocationSync, revokedSessionsAt } from './revocation-sync.ts';
import type { RevokedSources } from './revocation-sync.ts';
import type { Metrics } from './telemetry.ts';

interface TokenVerificationOptions {
  /** Key set of each other issuer; the address of its revoked sessions is derived from it. */
  jwksUrls: Partial<Record<Issuer, string>>;
  logger: Logger;
  metrics?: Metrics;
}

/** Verifies tokens that other services issued, and tracks revoked sessions. */
export const createTokenVerification = ({ jwksUrls, logger, metrics }: TokenVerificationOptions) => {
  const forEach = <Result>(create: (url: string) => Result) =>
    Object.fromEntries(Object.entries(jwksUrls).map(([issuer, url]) => [issuer, create(url)])) as Partial<
      Record<Issuer, Result>
    >;
  const revocations = createRevocations({ logger, metrics });
  return {
    revocations,
    verifier: createVerifier(
      forEach((url) => new URL(url)),
      revocations,
    ),
    /**
     * Keeps the revocations complete. Must be called before the bus starts.
     * @param ownSessions revoked sessions of the tokens that this service issues
     */
    synchronise: (bus: Pick<Bus, 'subscribe' | 'isConnected'>, ownSessions: RevokedSources = {}) =>
      createRevocationSync({ bus, revocations, sources: { ...forEach(revokedSessionsAt), ...ownSessions }, logger }),
  };
};
