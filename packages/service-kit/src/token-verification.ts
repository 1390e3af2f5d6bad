import type { Issuer } from 'contracts/roles';
import { createVerifier } from './auth.ts';
import type { Bus } from './bus.ts';
import type { Logger } from './logger.ts';
import { createRevocations } from './revocations.ts';
import { createRevocationSync, revokedSessionsAt } from './revocation-sync.ts';
import type { Metrics } from './telemetry.ts';

interface TokenVerificationOptions {
  /** Key set of each issuer; its revoked sessions have an address derived from it. */
  jwksUrls: Partial<Record<Issuer, string>>;
  bus: Pick<Bus, 'subscribe' | 'isConnected'>;
  logger: Logger;
  metrics: Metrics;
}

/** Verifies tokens that other services issued, and knows which of their sessions are revoked. Call before the bus starts. */
export const createTokenVerification = ({ jwksUrls, bus, logger, metrics }: TokenVerificationOptions) => {
  const forEach = <Result>(create: (url: string) => Result) =>
    Object.fromEntries(Object.entries(jwksUrls).map(([issuer, url]) => [issuer, create(url)])) as Partial<
      Record<Issuer, Result>
    >;
  const revocations = createRevocations({ logger, metrics });
  const sync = createRevocationSync({ bus, revocations, sources: forEach(revokedSessionsAt), logger });
  return {
    verifier: createVerifier(
      forEach((url) => new URL(url)),
      revocations,
    ),
    ...sync,
  };
};
