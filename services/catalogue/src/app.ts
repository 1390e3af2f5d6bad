import type { Bus } from 'service-kit/bus';
import type { Verifier } from 'service-kit/auth';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import type { Mongo } from 'service-kit/mongo';
import { createMongoIdempotency } from 'service-kit/mongo-idempotency';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { Metrics } from 'service-kit/telemetry';
import { createListeners } from './listeners.ts';
import { createAffiliateAccess } from './models/affiliate-access.ts';
import { createAssetEffects } from './models/asset-effects.ts';
import { createAssetRelease } from './models/asset-release.ts';
import { createLiveTicker } from './models/live-ticker.ts';
import { createModelReader } from './models/model-reader.ts';
import { createModelWriter } from './models/model-writer.ts';
import { createModelRepository } from './models/model.repository.ts';
import { modelRoutes } from './models/model.routes.ts';
import { createModelService } from './models/model.service.ts';
import { createModelOutboxRelay } from './models/outbox-relay.ts';
import { createViewerRights } from './models/viewer-rights.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { createAffiliateRepository } from './projections/affiliates.repository.ts';
import { createAssetRepository } from './projections/assets.repository.ts';
import { createEntitlementRepository } from './projections/entitlements.repository.ts';

interface Dependencies {
  mongo: Mongo;
  bus: Pick<Bus, 'publish'>;
  verifier: Verifier;
  paymentHosts: PaymentHosts;
  mediaUrlSecrets: UrlSecrets;
  logger: Logger;
  metrics?: Metrics;
  /** Milliseconds; another clock for tests. */
  now?: () => number;
}

/** The catalogue's HTTP side, its listeners, and what works in its background once started. */
export const createCatalogue = ({
  mongo,
  bus,
  verifier,
  paymentHosts,
  mediaUrlSecrets,
  logger,
  metrics,
  now = Date.now,
}: Dependencies) => {
  const models = createModelRepository(mongo.connection);
  const assets = createAssetRepository(mongo.connection);
  const affiliates = createAffiliateRepository(mongo.connection);
  const entitlements = createEntitlementRepository(mongo.connection);

  const writer = createModelWriter({ models, assets });
  const service = createModelService({ writer, paymentHosts, now });
  const rights = createViewerRights({ affiliates, entitlements, mediaUrlSecrets, now });
  const reader = createModelReader({ models, assets, rights, now });
  const access = createAffiliateAccess(affiliates);
  const relay = createModelOutboxRelay({ models, bus, logger, metrics });
  const effects = createAssetEffects({ models, writer });
  const ticker = createLiveTicker({ models, writer, now, logger });

  return {
    http: createHttp({
      logger,
      metrics,
      verifier,
      idempotency: createMongoIdempotency(mongo.connection),
      routes: (mount) => modelRoutes(mount, { service, reader, access }),
    }),
    readiness: { database: mongo.ping, indexes: models.requireIndexes },
    reconciliation: createReconciliation(mongo.connection, { assets, writer }),
    listeners: createListeners({
      assets,
      affiliates,
      entitlements,
      effects,
      release: createAssetRelease({ models, assets, effects, bus }),
    }),
    relay,
    ticker,
  };
};
