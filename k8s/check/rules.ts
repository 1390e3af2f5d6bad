/** Rules for the manifests of this repository that no general tool checks. Each returns one line per violating object. */

/** Parsed object of the rendered manifests, without a schema. */
export interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

interface Container {
  name: string;
  image?: string;
  envFrom?: { secretRef?: { name: string } }[];
  env?: { name: string; valueFrom?: { secretKeyRef?: { name: string } } }[];
  ports?: { name?: string }[];
  resources?: { limits?: { cpu?: string; memory?: string } };
}
export interface PodTemplate {
  metadata?: { labels?: Record<string, string> };
  spec: { containers: Container[]; initContainers?: Container[] };
}
interface IpBlock {
  cidr: string;
  except?: string[];
}
interface PolicyRule {
  from?: unknown[];
  to?: { ipBlock?: IpBlock }[];
  ports?: { port: string | number }[];
}

type Rule = (manifest: Manifest) => string[];

/** Returns the pod template of a workload; undefined for other objects. */
export const templateOf = ({ kind, spec }: Manifest): PodTemplate | undefined => {
  if (kind === 'CronJob')
    return (spec as { jobTemplate: { spec: { template: PodTemplate } } }).jobTemplate.spec.template;
  return ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'].includes(kind)
    ? (spec as { template: PodTemplate }).template
    : undefined;
};
const containersOf = (manifest: Manifest): Container[] => {
  const pod = templateOf(manifest)?.spec;
  return pod ? [...(pod.initContainers ?? []), ...pod.containers] : [];
};
const rulesOf = (manifest: Manifest, direction: 'ingress' | 'egress'): PolicyRule[] =>
  manifest.kind === 'NetworkPolicy'
    ? ((manifest.spec as Partial<Record<typeof direction, PolicyRule[]>>)[direction] ?? [])
    : [];

/**
 * Ranges that an egress to the public internet must except: loopback, private, shared and link-local addresses (metadata services).
 */
const INNER_RANGES = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
];
const isPublicInternet = ({ cidr, except = [] }: IpBlock, ports: PolicyRule['ports'] = []): boolean =>
  cidr === '0.0.0.0/0' &&
  INNER_RANGES.every((range) => except.includes(range)) &&
  ports.length > 0 &&
  ports.every(({ port }) => port === 443);
const isEverything = ({ to = [], ports }: PolicyRule): boolean =>
  to.length === 0 || to.some(({ ipBlock }) => ipBlock?.cidr.endsWith('/0') && !isPublicInternet(ipBlock, ports));

const noEgressToEverything: Rule = (manifest) =>
  rulesOf(manifest, 'egress').some(isEverything) ? ['egress to every address'] : [];

/** Without ports, an ingress rule also opens the management port, which only monitoring and the reconciliation may reach. */
const ingressNamesPorts: Rule = (manifest) =>
  rulesOf(manifest, 'ingress').some(({ ports = [] }) => ports.length === 0) ? ['ingress to every port'] : [];
const MANAGEMENT_CLIENTS = ['"kubernetes.io/metadata.name":"monitoring"', '"app.kubernetes.io/component":"reconcile"'];
const isManagementClient = (peer: unknown): boolean =>
  MANAGEMENT_CLIENTS.some((label) => JSON.stringify(peer).includes(label));
const managementForItsClientsOnly: Rule = (manifest) =>
  rulesOf(manifest, 'ingress').some(
    ({ ports = [], from = [] }) =>
      ports.some(({ port }) => port === 'management' || port === 9090) &&
      (from.length === 0 || !from.every(isManagementClient)),
  )
    ? ['ingress to the management port from others than monitoring and the reconciliation']
    : [];
const isManagementPort = ({ targetPort }: { targetPort?: unknown }): boolean =>
  targetPort === 'management' || targetPort === 9090;
/** The management port must have its own Service within the cluster: in the public Service it would be published. */
const servicesHideManagement: Rule = ({ kind, metadata, spec }) => {
  if (kind !== 'Service') return [];
  const { ports = [], type = 'ClusterIP' } = spec as { ports?: { targetPort?: unknown }[]; type?: string };
  const isForManagement = metadata.labels?.['app.kubernetes.io/component'] === 'management';
  const isInternal = isForManagement && type === 'ClusterIP' && ports.every(isManagementPort);
  return ports.some(isManagementPort) && !isInternal ? ['publishes the management port'] : [];
};

const noSecretInEnvironment: Rule = (manifest) =>
  containersOf(manifest).flatMap(({ name, env = [], envFrom = [] }) => [
    ...envFrom.flatMap(({ secretRef }) =>
      secretRef ? [`container ${name}: the secret ${secretRef.name} is in its environment`] : [],
    ),
    ...env.flatMap((variable) =>
      variable.valueFrom?.secretKeyRef ? [`container ${name}: ${variable.name} is a secret in its environment`] : [],
    ),
  ]);
const noCredentialsInConfiguration: Rule = ({ kind, data = {} }) =>
  kind === 'ConfigMap'
    ? Object.entries(data).flatMap(([name, value]) =>
        /:\/\/[^/\s:@]*:[^/\s@]+@/.test(value) ? [`${name} contains credentials`] : [],
      )
    : [];

const deploymentsAreBounded: Rule = (manifest) =>
  manifest.kind !== 'Deployment'
    ? []
    : containersOf(manifest).flatMap(({ name, ports = [], resources }) => [
        ...(resources?.limits?.cpu && resources.limits.memory
          ? []
          : [`container ${name}: no limits of processor and memory`]),
        ...(ports.some((port) => port.name === 'management') ? [] : [`container ${name}: no management port`]),
      ]);

const imagesAreVersioned: Rule = (manifest) =>
  containersOf(manifest).flatMap(({ name, image = '' }) =>
    /(?:@sha256:[0-9a-f]{64}|:(?!latest$)[\w.-]+)$/.test(image) ? [] : [`container ${name}: ${image} has no version`],
  );

const RULES: readonly Rule[] = [
  noEgressToEverything,
  ingressNamesPorts,
  managementForItsClientsOnly,
  servicesHideManagement,
  noSecretInEnvironment,
  noCredentialsInConfiguration,
  deploymentsAreBounded,
  imagesAreVersioned,
];

/** Returns every violation: "Deployment billing: container billing: no management port". */
export const violationsOf = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) =>
    RULES.flatMap((rule) => rule(manifest)).map(
      (violation) => `${manifest.kind} ${manifest.metadata.name}: ${violation}`,
    ),
  );
