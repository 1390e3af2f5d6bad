import type { z } from 'zod';
import { createBus } from './bus.ts';
import type { Bus } from './bus.ts';
import type { Listeners } from './event-dispatch.ts';
import type { ProcessSettings } from './config.ts';
import { createEventService } from './event-service.ts';
import type { Logger } from './logger.ts';
import { openPostgres } from './database-settings.ts';
import type { Postgres } from './postgres.ts';
import type { Expiry } from './retention.ts';
import type { RevokedSources } from './revocation-sync.ts';
import { runService } from './run-service.ts';
import type { Service } from './run-service.ts';
import type { Metrics } from './telemetry.ts';
import { createTokenVerification } from './token-verification.ts';

type EventServiceSettings = ProcessSettings & {
  RABBIT_URL: string;
  DATABASE_URL?: string;
  DATABASE_DIRECT_URL?: string | undefined;
  IDENTITY_JWKS_URL?: string;
  AFFILIATE_JWKS_URL?: string;
};

/** Connections and tools created from the settings. */
type Platform<Config> = {
  config: Config;
  bus: Bus;
  logger: Logger;
  metrics: Metrics;
} & Pick<ReturnType<typeof createTokenVerification>, 'revocations' | 'verifier'> &
  (Config extends { DATABASE_URL: string } ? { postgres: Postgres } : unknown);

/** Service as its `app.ts` assembles it. */
interface App extends Pick<
  Service,
  'http' | 'readiness' | 'reconciliation' | 'workers' | 'requestTimeoutMs' | 'close'
> {
  listeners: Listeners;
  /** Expiring rows of the service's tables. */
  expiries?: readonly Expiry[];
  /** Sources of revoked sessions whose tokens the service issues. */
  ownSessions?: RevokedSources;
}

/**
 * Runs a service that serves requests, consumes the events of its queue and publishes its own: connects to the servers in its
 * settings (RABBIT_URL, DATABASE_URL, the issuers' key sets) and passes the connections to `create`.
 */
export const runEventService = <Schema extends z.ZodType<EventServiceSettings>>({
  name,
  config: schema,
  create,
}: {
  /** Name of the process in logs and metrics, and of its queue. */
  name: string;
  config: Schema;
  create: (platform: Platform<z.output<Schema>>) => App | Promise<App>;
}): Promise<void> =>
  runService({
    name,
    config: schema,
    create: async ({ config, logger, metrics }) => {
      const {
        RABBIT_URL,
        DATABASE_URL,
        DATABASE_DIRECT_URL,
        IDENTITY_JWKS_URL,
        AFFILIATE_JWKS_URL,
      }: EventServiceSettings = config;
      const bus = createBus({ url: RABBIT_URL, logger, metrics });
      const postgres =
        DATABASE_URL === undefined ? undefined : openPostgres({ DATABASE_URL, DATABASE_DIRECT_URL }, { logger });
      const { revocations, verifier, synchronise } = createTokenVerification({
        jwksUrls: {
          ...(IDENTITY_JWKS_URL === undefined ? {} : { identity: IDENTITY_JWKS_URL }),
          ...(AFFILIATE_JWKS_URL === undefined ? {} : { affiliate: AFFILIATE_JWKS_URL }),
        },
        logger,
        metrics,
      });
      const platform = { config, bus, logger, metrics, revocations, verifier, ...(postgres ? { postgres } : {}) };
      const assemble = async () => create(platform as Platform<z.output<Schema>>);
      const { workers, expiries, requestTimeoutMs, close, ownSessions, ...app } = await assemble().catch(
        async (error: unknown) => {
          await postgres?.close();
          throw error;
        },
      );
      return createEventService({
        name,
        app,
        bus,
        tokens: synchronise(bus, ownSessions),
        postgres,
        expiries,
        workers,
        requestTimeoutMs,
        close,
        logger,
        metrics,
      });
    },
  });
