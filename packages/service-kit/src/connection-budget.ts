import { DATABASES, recordOf } from 'contracts/services';

/** Connections of a service's pool for requests, events and its outbox. */
export const POOL_SIZE = 10;

/**
 * PostgreSQL connections that one process of each deployment opens at most: the pools take their sizes from here, and
 * `npm run k8s:check` sums them at the maximum of the autoscalers. `pooled` may pass through a pooler in transaction mode,
 * `direct` need the server's own sessions (DATABASE_DIRECT_URL).
 */
export const CONNECTIONS = {
  ...recordOf(DATABASES, (name) => [name, { pooled: { requests: POOL_SIZE }, direct: {} }]),
  identity: { pooled: { requests: POOL_SIZE, mails: 2 }, direct: {} },
  media: { pooled: { requests: POOL_SIZE }, direct: { uploadLocks: 1 } },
  'media-worker': { pooled: { requests: 4 }, direct: {} },
};
