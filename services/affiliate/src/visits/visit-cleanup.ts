import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';
import type { VisitRepository } from './visit.repository.ts';

const INTERVAL_MS = 10 * 60_000;
const BATCH = 1_000;

/** Deletes by what browsers of earlier days could be recognised, beside other replicas. */
export const createVisitCleanup = ({ visits, logger }: { visits: VisitRepository; logger: Logger }): Worker =>
  createWorker({
    name: 'visit cleanup',
    intervalMs: INTERVAL_MS,
    work: async () => (await visits.deleteExpired(BATCH)) === BATCH,
    logger,
  });
