import { DATABASES, recordOf } from 'contracts/services';

/** Size of a service's pool for requests, events and its outbox. */
export const POOL_SIZE = 10;

/**
 * Maximum number of PostgreSQL connections per process of each deployment: pools take their sizes from this table, and
 * `npm run k8s:check` sums them at the maximum of the autoscalers. `pooled` may pass through a transaction pooler, `direct` need
 * sessions of the server itself (DATABASE_DIRECT_URL).
 */
export const CONNECTIONS = {
  ...recordOf(DATABASES, (name) => [name, { pooled: { requests: POOL_SIZE }, direct: {} }]),
  identity: { pooled: { requests: POOL_SIZE, mails: 2 }, direct: {} },
  media: { pooled: { requests: POOL_SIZE }, direct: { uploadLocks: 1 } },
  'media-worker': { pooled: { requests: 4 }, direct: {} },
};
