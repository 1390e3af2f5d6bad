import { VIDEO_MAX_BYTES } from '../../packages/contracts/src/limits.ts';
import { DEFAULT_LIMITS } from '../../services/media/src/limits.ts';
import { templateOf } from './rules.ts';
import type { Manifest } from './rules.ts';

/** STORAGE_DIR of the image. */
const STORAGE_DIR = '/var/lib/media';
const UNITS: Readonly<Record<string, number>> = { Mi: 1024 ** 2, Gi: 1024 ** 3 };

interface Pod {
  containers: {
    envFrom?: { configMapRef?: { name: string } }[];
    volumeMounts?: { name: string; mountPath: string }[];
  }[];
  volumes?: { name: string; emptyDir?: { sizeLimit?: string } }[];
}

const bytesOf = (quantity: string): number => {
  const [, amount, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(amount) * (UNITS[unit] ?? Number.NaN);
};

/**
 * Reports when concurrent uploads to media can exceed the size of its emptyDir: the kubelet would evict the pod with all of them,
 * and media cannot prevent it, since statfs of an emptyDir reports the disk of the node.
 */
export const uploadRoomViolations = (manifests: readonly Manifest[]): string[] => {
  const deployment = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'media');
  const pod = deployment && (templateOf(deployment)?.spec as Pod | undefined);
  const [container] = pod?.containers ?? [];
  const mount = container?.volumeMounts?.find(({ mountPath }) => mountPath === STORAGE_DIR);
  const sizeLimit = pod?.volumes?.find(({ name }) => name === mount?.name)?.emptyDir?.sizeLimit;
  if (sizeLimit === undefined) return [];
  const names = container?.envFrom?.map(({ configMapRef }) => configMapRef?.name) ?? [];
  const { MAX_UPLOADS_IN_FLIGHT } = Object.assign(
    {},
    ...manifests
      .filter(({ kind, metadata }) => kind === 'ConfigMap' && names.includes(metadata.name))
      .map(({ data }) => data),
  ) as Record<string, string | undefined>;
  const inFlight = Number(MAX_UPLOADS_IN_FLIGHT ?? DEFAULT_LIMITS.maxInFlight);
  return inFlight * VIDEO_MAX_BYTES < bytesOf(sizeLimit)
    ? []
    : [`Deployment media: ${inFlight} uploads of ${VIDEO_MAX_BYTES / UNITS.Mi!} MiB at once, ${sizeLimit} of room`];
};
