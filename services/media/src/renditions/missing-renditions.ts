import { RENDITIONS, renditionsOf } from 'contracts/renditions';
import type { RenditionName } from 'contracts/renditions';
import { isVideoKind } from 'contracts/media';
import { ORIGINAL } from '../assets/asset.ts';
import type { Asset } from '../assets/asset.ts';
import type { StoredFile } from '../assets/file.repository.ts';
import { hasHls } from '../processing/hls.ts';

const isHls = (name: RenditionName): boolean => RENDITIONS[name].format === 'hls';

/**
 * Returns the missing renditions of an asset of this kind; HLS only if a new upload would get it. The original is not included,
 * because it cannot be created.
 */
export const missingRenditions = (
  { kind, result }: Pick<Asset, 'kind' | 'result'>,
  stored: readonly Pick<StoredFile, 'name' | 'bytes'>[],
): RenditionName[] => {
  const mp4 = stored.find(({ name }) => name === '720.mp4');
  const expectsHls = isVideoKind(kind) && hasHls({ durationMs: result?.durationMs ?? 0, bytes: mp4?.bytes ?? 0 });
  return renditionsOf(kind).filter(
    (name) => name !== ORIGINAL && (!isHls(name) || expectsHls) && !stored.some((file) => file.name === name),
  );
};
