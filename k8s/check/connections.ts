import { CONNECTIONS } from '../../packages/service-kit/src/connection-budget.ts';
import { templateOf } from './rules.ts';
import type { Manifest } from './rules.ts';

type Service = keyof typeof CONNECTIONS;
const SERVICES = Object.keys(CONNECTIONS) as Service[];
/** Number of services with a database and a role, hence a pool in the pooler; the worker uses media's. */
const DATABASES = SERVICES.filter((service) => service !== 'media-worker').length;

/** Connections to the server that are in no service's budget (CONNECTIONS). */
const OTHERS = {
  migrations: DATABASES,
  /** Per database: one connection for the snapshot, one for pg_dump. */
  backup: 2 * DATABASES,
  /** The operator's checks, its exporter, a psql session. */
  operator: 8,
  superuserReserved: 3,
} as const;
/** PostgreSQL's default. */
const DEFAULT_MAX_CONNECTIONS = 100;

const sum = (numbers: Readonly<Record<string, number>>): number =>
  Object.values(numbers).reduce((total, number) => total + number, 0);
const find = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)?.spec;

/** Returns the maximum number of replicas: the autoscaler's maximum plus the surge of a rolling update. */
const replicasAtMost = (manifests: readonly Manifest[], name: string): number => {
  const deployment = find(manifests, 'Deployment', name) as
    { replicas?: number; strategy?: { rollingUpdate?: { maxSurge?: number | string } } } | undefined;
  if (!deployment) return 0;
  const { maxReplicas } = (find(manifests, 'HorizontalPodAutoscaler', name) ?? {}) as { maxReplicas?: number };
  const { maxReplicaCount } = (find(manifests, 'ScaledObject', name) ?? {}) as { maxReplicaCount?: number };
  const replicas = maxReplicas ?? maxReplicaCount ?? deployment.replicas ?? 1;
  const surge = deployment.strategy?.rollingUpdate?.maxSurge ?? '25%';
  return replicas + (typeof surge === 'number' ? surge : Math.ceil((Number.parseFloat(surge) / 100) * replicas));
};

/**
 * Returns the server's max_connections, from its operator's resource or its arguments; undefined when the overlay has no
 * PostgreSQL.
 */
const maxConnections = (manifests: readonly Manifest[]): number | undefined => {
  const cluster = find(manifests, 'Cluster', 'postgres') as
    { postgresql?: { parameters?: Record<string, string> } } | undefined;
  if (cluster) return Number(cluster.postgresql?.parameters?.max_connections ?? DEFAULT_MAX_CONNECTIONS);
  const single = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === 'postgres');
  if (!single) return undefined;
  const { args = [] } = (templateOf(single)?.spec.containers[0] ?? {}) as { args?: string[] };
  const [, given] = /-cmax_connections=(\d+)/.exec(args.join(' ')) ?? [];
  return Number(given ?? DEFAULT_MAX_CONNECTIONS);
};

/** Reports when the connections at the maximum of the autoscalers exceed what PostgreSQL or its pooler accepts. */
export const connectionViolations = (manifests: readonly Manifest[]): string[] => {
  const available = maxConnections(manifests);
  if (available === undefined) return [];
  const replicas = SERVICES.map((service) => ({
    replicas: replicasAtMost(manifests, service),
    pooled: sum(CONNECTIONS[service].pooled),
    direct: sum(CONNECTIONS[service].direct),
  }));
  const clients = replicas.reduce((total, service) => total + service.replicas * service.pooled, 0);
  const direct = replicas.reduce((total, service) => total + service.replicas * service.direct, 0);
  const pooler = manifests.find(({ kind }) => kind === 'Pooler')?.spec as
    { instances?: number; pgbouncer?: { poolMode?: string; parameters?: Record<string, string> } } | undefined;
  const { poolMode, parameters = {} } = pooler?.pgbouncer ?? {};
  const instances = pooler?.instances ?? 1;
  // Each pooler instance has one more connection, to read the passwords of the roles.
  const throughPooler = instances * (Number(parameters.default_pool_size ?? 20) * DATABASES + 1);
  const needed = (pooler ? throughPooler : clients) + direct + sum(OTHERS);
  const clientsAtMost = Number(parameters.max_client_conn ?? 100);
  return [
    ...(needed > available
      ? [`PostgreSQL: ${needed} connections at the maximum of the autoscalers, ${available} accepted`]
      : []),
    ...(pooler && poolMode !== 'transaction' ? ['Pooler: not in transaction mode'] : []),
    ...(pooler && clients > clientsAtMost
      ? [`Pooler: ${clients} clients at the maximum of the autoscalers, ${clientsAtMost} accepted by each instance`]
      : []),
  ];
};
