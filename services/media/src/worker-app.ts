import type { Listeners } from 'service-kit/bus';
import { createHttp } from 'service-kit/http';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createReadiness } from 'service-kit/readiness';
import type { Metrics } from 'service-kit/telemetry';
import { createAssetRepository } from './assets/asset.repository.ts';
import { createFileKeeper } from './assets/file-keeper.ts';
import { createFileRepository } from './assets/file.repository.ts';
import { MIGRATIONS } from './migrations.ts';
import { createTranscodeMeasure } from './processing/transcode-measure.ts';
import { createVideoWorker } from './processing/video-worker.ts';
import type { Storage } from './storage/storage.ts';
import { createSweeper } from './uploads/sweeper.ts';

export interface MediaWorkerDeps {
  postgres: Postgres;
  storage: Storage;
  workFolder: string;
  /** A worker that hears no events does no work. */
  isConnected: () => boolean;
  logger: Logger;
  metrics?: Metrics;
}

/** Assembles the worker: what it does with uploads, and its health. */
export const createMediaWorker = ({ postgres, storage, workFolder, isConnected, logger, metrics }: MediaWorkerDeps) => {
  const ending = new AbortController();
  const assets = createAssetRepository(postgres);
  const files = createFileRepository();
  const keeper = createFileKeeper({ postgres, storage, files, logger });
  const measure = createTranscodeMeasure({ metrics, countWaiting: assets.countProcessing, logger });
  const worker = createVideoWorker({ postgres, storage, assets, files, keeper, logger, workFolder, signal: ending.signal, measure });
  const isMigrated = createReadiness(postgres, MIGRATIONS);

  const ready = async () => {
    await Promise.all([isMigrated(), storage.ping()]);
    if (!isConnected()) throw new Error('no connection to the broker');
  };
  return {
    http: createHttp({ logger, metrics, ready, routes: () => {} }),
    listeners: { 'asset.uploaded': ({ data }) => worker.process(data.id) } satisfies Listeners,
    sweeper: createSweeper({ sweeps: [keeper.sweep], folders: [workFolder], logger }),
    /** Ends what is running; its event comes back to whoever works next. */
    interrupt: () => ending.abort(new Error('the worker stops')),
  };
};
