import type { AdvisoryLocks } from 'service-kit/advisory-locks';
import type { Verifier } from 'service-kit/auth';
import { createDatabaseCheck } from 'service-kit/database-check';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { signUrl } from 'service-kit/signed-urls';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { Metrics } from 'service-kit/telemetry';
import { viewerKey } from 'service-kit/viewer';
import { createAssetRemoval } from './assets/asset-removal.ts';
import { createAssetRepository } from './assets/asset.repository.ts';
import { createFileStore } from './assets/file-store.ts';
import { createFileRepository } from './assets/file.repository.ts';
import { createUnattachedAssets } from './assets/unattached-assets.ts';
import { EXPIRIES } from './expiries.ts';
import type { Folders } from './folders.ts';
import type { MediaLimits } from './limits.ts';
import { createDeliveryRepository } from './deliveries/delivery.repository.ts';
import { deliveryRoutes } from './deliveries/delivery.routes.ts';
import { createItemAccess } from './deliveries/item-access.ts';
import { createFileSender, createPublicFileSender } from './deliveries/send-file.ts';
import { createHlsSender } from './deliveries/send-hls.ts';
import { createListeners } from './listeners.ts';
import { MIGRATIONS } from './migrations.ts';
import { personalDataRoutes } from './personal-data/personal-data.routes.ts';
import { createEntitlementProjection } from './projections/entitlement.projection.ts';
import { createModelProjection } from './projections/model.projection.ts';
import { createReconciliation } from './reconciliation/reconciliation.ts';
import { createResumableRepository } from './resumable/resumable.repository.ts';
import { resumableRoutes } from './resumable/resumable.routes.ts';
import { createResumables } from './resumable/resumable.service.ts';
import { createTusServer } from './resumable/tus-server.ts';
import { createUploadLocks } from './resumable/upload-locks.ts';
import type { Parts } from './storage/parts.ts';
import type { Storage } from './storage/storage.ts';
import { createAdmission, freeBytesOf } from './uploads/admission.ts';
import { createDrafts } from './uploads/drafts.ts';
import { allowEarlyResponses } from './uploads/early-responses.ts';
import { createQuotas } from './uploads/quotas.ts';
import { createReceiver } from './uploads/receive-file.ts';
import { createSweepWorker } from './uploads/sweep-worker.ts';
import { createUploadRights } from './uploads/upload-rights.ts';
import { uploadedView } from './uploads/upload-view.ts';
import type { SignFor } from './uploads/upload-view.ts';
import { uploadRoutes } from './uploads/upload.routes.ts';
import { createUploadService } from './uploads/upload.service.ts';

export interface Dependencies {
  postgres: Postgres;
  storage: Storage;
  parts: Parts;
  advisoryLocks: AdvisoryLocks;
  /** Folder that receives uploads, on the storage's file system. */
  folders: Pick<Folders, 'incoming'>;
  verifier: Verifier;
  mediaUrlSecrets: UrlSecrets;
  /** Origin at which public renditions have stable addresses; absent: a store that serves files itself gives them signed ones. */
  publicUrl?: string | undefined;
  limits: MediaLimits;
  /** Free bytes on the volume of uploads; replaced in tests. */
  freeBytes?: () => Promise<number>;
  logger: Logger;
  metrics?: Metrics;
  /** Clock in milliseconds, for tests. */
  clock?: () => number;
  /** Time in milliseconds for the rest of a rejected upload. */
  lingerMs?: number;
}

/** Assembles the server: uploads, file delivery, event listeners and sweeps. */
export const createMediaApp = ({
  postgres,
  storage,
  parts,
  advisoryLocks,
  folders: { incoming: incomingFolder },
  verifier,
  mediaUrlSecrets,
  publicUrl,
  limits,
  freeBytes = freeBytesOf(incomingFolder),
  logger,
  metrics,
  clock = Date.now,
  lingerMs,
}: Dependencies) => {
  const assets = createAssetRepository(postgres);
  const files = createFileRepository();
  const models = createModelProjection(postgres);
  const entitlements = createEntitlementProjection(postgres);
  const fileStore = createFileStore({ postgres, storage, files, logger });
  const removal = createAssetRemoval({ assets, files });
  const receive = createReceiver(incomingFolder);
  const rights = createUploadRights(models);
  const resumableRepository = createResumableRepository(postgres);
  const drafts = createDrafts({ models, assets, resumables: resumableRepository });
  const quotas = createQuotas(limits);
  const admission = createAdmission(limits, freeBytes);
  const unattached = createUnattachedAssets({ postgres, removal, unattachedHours: limits.unattachedHours });
  const uploads = createUploadService({ postgres, assets, fileStore, drafts, logger });
  const locks = createUploadLocks(advisoryLocks);
  const resumables = createResumables({
    postgres,
    resumables: resumableRepository,
    parts,
    locks,
    assets,
    rights,
    drafts,
    quotas,
    admission,
    uploads,
    logger,
  });
  const signFor: SignFor = (viewer) => (path) => signUrl(mediaUrlSecrets, path, viewerKey(viewer), clock());
  const responseOf: Parameters<typeof resumableRoutes>[1]['responseOf'] = (viewer, asset) =>
    uploadedView(asset, signFor(viewer));
  const deliveries = createDeliveryRepository(postgres, clock);
  const access = createItemAccess({ verifier, entitlements, mediaUrlSecrets, clock });

  const http = createHttp({
    logger,
    metrics,
    verifier,
    routes: (mount, app) => {
      app.use('/api/upload', allowEarlyResponses(lingerMs));
      resumableRoutes(mount, {
        app,
        resumables,
        tus: createTusServer({ parts, locks, resumables, responseOf }),
        admission,
        responseOf,
      });
      uploadRoutes(mount, {
        postgres,
        assets,
        files,
        removal,
        fileStore,
        receive,
        rights,
        quotas,
        admission,
        uploads,
        signFor,
      });
      personalDataRoutes(mount, { entitlements });
      deliveryRoutes(app, {
        deliveries,
        access,
        send: createFileSender(storage, clock),
        sendPublic: createPublicFileSender(storage, { clock, publicUrl }),
        sendOriginal: createFileSender({ ...storage, link: undefined }, clock),
        sendHls: createHlsSender({ storage, mediaUrlSecrets, clock }),
      });
    },
  });
  const sweeper = createSweepWorker({
    sweeps: [fileStore.sweep, resumables.sweep, unattached.request],
    folders: [incomingFolder],
    logger,
    clock,
  });
  return {
    http,
    readiness: { database: createDatabaseCheck(postgres, MIGRATIONS), storage: storage.ping },
    reconciliation: createReconciliation({ postgres, storage }),
    listeners: createListeners({ postgres, models, entitlements, drafts, removal, unattached, fileStore }),
    sweeper,
    expiries: EXPIRIES,
    workers: [sweeper],
  };
};
