import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import type { PostbackAddressRepository } from './postback-address.repository.ts';

const INTERVAL_MS = 60 * 60_000;
const BATCH = 1_000;

interface Dependencies {
  postgres: Pick<Postgres, 'transaction'>;
  addresses: Pick<PostbackAddressRepository, 'expireAddresses'>;
  logger: Logger;
}

/**
 * Removes the addresses in old calls, matched or not, concurrently with other replicas; calls and verdicts remain
 * (docs/domain.md#retention).
 */
export const createAddressExpiry = ({ postgres, addresses, logger }: Dependencies) => {
  /** Returns whether more addresses may remain. */
  const expire = async (): Promise<boolean> =>
    (await postgres.transaction((client) => addresses.expireAddresses(client, BATCH))) === BATCH;
  return { expire, worker: createWorker({ name: 'address expiry', intervalMs: INTERVAL_MS, work: expire, logger }) };
};
