import type { Bus } from 'service-kit/bus';
import type { Verifier } from 'service-kit/auth';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import type { Mongo } from 'service-kit/mongo';
import { createMongoIdempotency } from 'service-kit/mongo-idempotency';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { Metrics } from 'service-kit/telemetry';
import { createDatabaseTime } from './database-time.ts';
import type { DatabaseTime } from './database-time.ts';
import { createListeners } from './listeners.ts';
import { createMarkRepository } from './marks/mark.repository.ts';
import { markRoutes } from './marks/mark.routes.ts';
import { createMarkService } from './marks/mark.service.ts';
import { createAffiliateAccess } from './models/affiliate-access.ts';
import { createAssetEffects } from './models/asset-effects.ts';
import { createAssetRelease } from './models/asset-release.ts';
import { createModelPublisher } from './models/model-publisher.ts';
import { createModelReader } from './models/model-reader.ts';
import { createModelWriter } from './models/model-writer.ts';
import { createModelRepository } from './models/model.repository.ts';
import { modelRoutes } from './models/model.routes.ts';
import { createModelService } from './models/model.service.ts';
import { createModelOutboxRelay } from './models/outbox-relay.ts';
import { createPublicationWorker } from './models/publication-worker.ts';
import { createVersionRepository } from './models/version.repository.ts';
import { createViewerRights } from './models/viewer-rights.ts';
import { personalDataRoutes } from './personal-data/personal-data.routes.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { createAffiliateProjection } from './projections/affiliate.projection.ts';
import { createAssetProjection } from './projections/asset.projection.ts';
import { createEntitlementProjection } from './projections/entitlement.projection.ts';

interface Dependencies {
  mongo: Mongo;
  bus: Pick<Bus, 'publish'>;
  verifier: Verifier;
  paymentHosts: PaymentHosts;
  mediaUrlSecrets: UrlSecrets;
  logger: Logger;
  metrics?: Metrics;
  /** Clock in milliseconds, for tests. */
  clock?: () => number;
  /** Clock of the database, for tests. */
  databaseTime?: DatabaseTime;
}

/** Assembles the catalogue: HTTP routes, event listeners, and background workers. */
export const createCatalogueApp = ({
  mongo,
  bus,
  verifier,
  paymentHosts,
  mediaUrlSecrets,
  logger,
  metrics,
  clock = Date.now,
  databaseTime = createDatabaseTime(mongo),
}: Dependencies) => {
  const models = createModelRepository(mongo.connection, clock);
  const versions = createVersionRepository(mongo.connection);
  const assets = createAssetProjection(mongo.connection);
  const affiliates = createAffiliateProjection(mongo.connection);
  const entitlements = createEntitlementProjection(mongo.connection);

  const writer = createModelWriter({ models, versions, assets, affiliates, clock });
  const publisher = createModelPublisher({ models, assets, writer, clock });
  const service = createModelService({ models, writer, versions, assets, paymentHosts, databaseTime, clock });
  const rights = createViewerRights({ affiliates, entitlements, mediaUrlSecrets, clock });
  const reader = createModelReader({ models, assets, rights, mediaUrlSecrets, clock });
  const marks = createMarkService({
    marks: createMarkRepository(mongo.connection),
    models,
    reader,
    mediaUrlSecrets,
    clock,
  });
  const access = createAffiliateAccess(affiliates);
  const relay = createModelOutboxRelay({ models, bus, logger, metrics, clock });
  const effects = createAssetEffects({ models, publisher });
  const publicationWorker = createPublicationWorker({ models, publisher, databaseTime, logger });

  return {
    http: createHttp({
      logger,
      metrics,
      verifier,
      idempotency: createMongoIdempotency(mongo.connection),
      routes: (mount) => {
        modelRoutes(mount, { service, reader, access });
        markRoutes(mount, { marks });
        personalDataRoutes(mount, { marks });
      },
    }),
    readiness: { database: mongo.ping, indexes: models.requireIndexes },
    reconciliation: createReconciliation(mongo.connection, { assets, publisher, clock }),
    listeners: createListeners({
      assets,
      affiliates,
      entitlements,
      marks,
      effects,
      release: createAssetRelease({ models, assets, effects, bus }),
      writer,
    }),
    relay,
    publicationWorker,
    workers: [relay, publicationWorker],
  };
};
