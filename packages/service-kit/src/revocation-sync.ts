import type { Issuer } from 'contracts/roles';
import type { Bus } from './bus.ts';
import type { Logger } from './logger.ts';
import { REVOKED_SESSIONS_PATH, revokedSessions } from './revocations.ts';
import type { Revocations, RevokedSession } from './revocations.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** Interval of snapshots while the broker is unreachable; below the five seconds within which a revocation must take effect. */
const POLL_INTERVAL_MS = 3_000;
const SNAPSHOT_TIMEOUT_MS = 2_000;

/** Returns all revoked sessions of an issuer. */
type RevokedSource = () => Promise<readonly RevokedSession[]>;
export type RevokedSources = Partial<Record<Issuer, RevokedSource>>;

/** Returns the source of an issuer's snapshot, served beside its key set. */
export const revokedSessionsAt = (jwksUrl: string): RevokedSource => {
  const url = new URL(REVOKED_SESSIONS_PATH, jwksUrl);
  return async () => {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(SNAPSHOT_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${url.href} responded ${response.status}`);
    return revokedSessions.parse(await response.json()).sessions;
  };
};

interface SyncOptions {
  bus: Pick<Bus, 'subscribe' | 'isConnected'>;
  revocations: Revocations;
  /** One source per issuer whose tokens this process verifies. */
  sources: RevokedSources;
  logger: Logger;
}

/**
 * Keeps this process's revocations complete: by the event, from an exclusive queue, and by a snapshot of each issuer after every
 * (re)connection (the queue lacks earlier events) and while there is no connection. Must be called before the bus starts.
 */
export const createRevocationSync = ({
  bus,
  revocations,
  sources,
  logger,
}: SyncOptions): { worker: Worker; readiness: { revocations: () => void } } => {
  const issuers = Object.entries(sources);
  /** Issuers not read since the last connection, or never. */
  const unreadIssuers = new Set(issuers.map(([issuer]) => issuer));
  const outdatedIssuers = new Set(unreadIssuers);
  let connections = 0;
  let wake: () => void = () => {};

  const read = async (issuer: string, source: RevokedSource) => {
    const connection = connections;
    try {
      revocations.add(await source());
    } catch (error) {
      return logger.warn({ err: error, issuer }, 'revoked sessions could not be read');
    }
    unreadIssuers.delete(issuer);
    if (connection === connections) outdatedIssuers.delete(issuer);
  };

  bus.subscribe(
    null,
    {
      'sessions.revoked': async ({ data }) => {
        const expiresAt = Date.parse(data.expiresAt);
        revocations.add(data.sessionIds.map((id) => ({ id, expiresAt })));
      },
    },
    {
      prefetch: 200,
      onConnected: () => {
        connections += 1;
        for (const [issuer] of issuers) outdatedIssuers.add(issuer);
        wake();
      },
    },
  );
  return {
    worker: createWorker({
      name: 'revocation sync',
      intervalMs: POLL_INTERVAL_MS,
      work: async () => {
        await Promise.all(
          issuers
            .filter(([issuer]) => outdatedIssuers.has(issuer) || !bus.isConnected())
            .map(([issuer, source]) => read(issuer, source)),
        );
      },
      wakeOn: (callback) => {
        wake = callback;
      },
      logger,
    }),
    readiness: {
      /** @throws until the revoked sessions of every issuer have been read once */
      revocations: () => {
        if (unreadIssuers.size > 0) throw new Error(`revoked sessions not read yet: ${[...unreadIssuers].join(', ')}`);
      },
    },
  };
};
