import type { ListenersOf } from 'service-kit/event-dispatch';
import { createDatabaseCheck } from 'service-kit/database-check';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { Metrics } from 'service-kit/telemetry';
import { createAssetRepository } from './assets/asset.repository.ts';
import { createFileStore } from './assets/file-store.ts';
import { createFileRepository } from './assets/file.repository.ts';
import { MIGRATIONS } from './migrations.ts';
import { createTranscodeMeasure } from './processing/transcode-measure.ts';
import { createVideoWorker } from './processing/video-worker.ts';
import type { Storage } from './storage/storage.ts';
import { createSweepWorker } from './uploads/sweep-worker.ts';

export interface Dependencies {
  postgres: Postgres;
  storage: Storage;
  workFolder: string;
  /** Whether the broker is connected: a worker without events does no work. */
  isConnected: () => boolean;
  logger: Logger;
  metrics?: Metrics;
}

/** Assembles the worker: its event listeners and readiness checks. */
export const createMediaWorker = ({ postgres, storage, workFolder, isConnected, logger, metrics }: Dependencies) => {
  const shutdown = new AbortController();
  const assets = createAssetRepository(postgres);
  const files = createFileRepository();
  const fileStore = createFileStore({ postgres, storage, files, logger });
  const measure = createTranscodeMeasure({ metrics, countWaiting: assets.countProcessing, logger });
  const worker = createVideoWorker({
    postgres,
    storage,
    assets,
    files,
    fileStore,
    logger,
    workFolder,
    signal: shutdown.signal,
    measure,
  });
  return {
    readiness: {
      database: createDatabaseCheck(postgres, MIGRATIONS),
      storage: storage.ping,
      broker: () => {
        if (!isConnected()) throw new Error('no connection to the broker');
      },
    },
    listeners: { 'asset.uploaded': ({ data }) => worker.process(data.id) } satisfies ListenersOf<'media-worker'>,
    sweeper: createSweepWorker({ sweeps: [fileStore.sweep], folders: [workFolder], logger }),
    /** Aborts the running job; its event is requeued and handled by another worker. */
    interrupt: () => shutdown.abort(new Error('the worker stops')),
  };
};
