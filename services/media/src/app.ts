import { createVerifier } from 'service-kit/auth';
import type { KeySource } from 'service-kit/auth';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createReadiness } from 'service-kit/readiness';
import type { Metrics } from 'service-kit/telemetry';
import { createAssetRepository } from './assets/asset.repository.ts';
import { createSweep } from './assets/sweep.ts';
import { deliveryRoutes } from './deliveries/delivery.routes.ts';
import { createDeliveryService } from './deliveries/delivery.service.ts';
import { createListeners } from './listeners.ts';
import { MIGRATIONS } from './migrations.ts';
import { createEntitlementRepository } from './projections/entitlement.repository.ts';
import { createModelRepository } from './projections/model.repository.ts';
import type { Storage } from './storage/file-storage.ts';
import { createFileReceiver } from './uploads/receive-file.ts';
import { uploadRoutes } from './uploads/upload.routes.ts';
import { createUploadService } from './uploads/upload.service.ts';

export interface MediaDeps {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics;
  storage: Storage;
  /** Folder on this machine where uploads arrive. */
  incomingDir: string;
  keySources: { identity: KeySource; affiliate: KeySource };
  urlSecret: string;
}

/** Assembles media's server: uploads, deliveries, and what it does with events. */
export const createMedia = ({ postgres, logger, metrics, storage, incomingDir, keySources, urlSecret }: MediaDeps) => {
  const assets = createAssetRepository(postgres);
  const models = createModelRepository(postgres);
  const entitlements = createEntitlementRepository(postgres);
  const verifier = createVerifier(keySources);
  const receiver = createFileReceiver(incomingDir);

  const http = createHttp({
    logger,
    ...(metrics ? { metrics } : {}),
    verifier,
    ready: createReadiness(postgres, MIGRATIONS),
    routes: (mount, app) => {
      uploadRoutes(mount, { service: createUploadService({ postgres, assets, models, storage, urlSecret }), receiver });
      deliveryRoutes(app, { service: createDeliveryService({ assets, models, entitlements, urlSecret }), storage, verifier });
    },
  });
  return {
    http,
    listeners: createListeners({ postgres, assets, models, entitlements }),
    sweep: createSweep({ assets, storage, logger, also: receiver.sweep }),
  };
};
