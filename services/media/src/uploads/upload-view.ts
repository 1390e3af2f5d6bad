import { assetFailureOf, durationText, filenameOf, itemPath, PUBLIC_KINDS, publicPath } from 'contracts/media';
import type { UploadState } from 'contracts/media';
import { LIST_RENDITIONS, MAIN_RENDITIONS } from 'contracts/renditions';
import type { RenditionName } from 'contracts/renditions';
import type { Viewer } from 'service-kit/viewer';
import type { Asset, StoredAsset } from '../assets/asset.ts';
import { HLS_RENDITION } from '../assets/hls-names.ts';

type Sign = (path: string) => string;
/** Signs paths of files for one viewer. */
export type SignFor = (viewer: Viewer) => Sign;

/** Returns the address of an asset's rendition for one viewer: unsigned for public kinds, else signed. */
const addressOf = ({ id, kind }: Asset, rendition: RenditionName, sign: Sign): string =>
  PUBLIC_KINDS.includes(kind) ? publicPath(id, rendition) : sign(itemPath(id, rendition));

export const filePathOf = (asset: Asset, sign: Sign): string => addressOf(asset, MAIN_RENDITIONS[asset.kind], sign);

const imageOf = (asset: Asset, sign: Sign): string => addressOf(asset, LIST_RENDITIONS[asset.kind], sign);

/** Returns the response to a finished upload. */
export const uploadedView = (asset: Asset, sign: Sign): { filename: string; filePath: string } => ({
  filename: filenameOf(asset.id, asset.kind),
  filePath: filePathOf(asset, sign),
});

/** Returns the state of an upload (contracts, `uploadState`). */
export const uploadStateView = (asset: StoredAsset, hasHls: boolean, sign: Sign): UploadState => {
  const { result, originalSize } = asset;
  return {
    filename: filenameOf(asset.id, asset.kind),
    state: asset.state === 'deleted' ? 'failed' : asset.state,
    ...(asset.state === 'failed' && { failure: assetFailureOf(asset.failure ?? '') }),
    filePath: filePathOf(asset, sign),
    image: result && imageOf(asset, sign),
    duration: result?.durationMs ? durationText(result.durationMs) : null,
    width: result?.width ?? null,
    height: result?.height ?? null,
    placeholder: result?.placeholder ?? null,
    ...(hasHls && { hls: addressOf(asset, HLS_RENDITION, sign) }),
    ...(asset.originalName !== null && { originalName: asset.originalName }),
    bytes: asset.bytes,
    uploadedAt: asset.uploadedAt.toISOString(),
    ...(originalSize && { originalWidth: originalSize.width, originalHeight: originalSize.height }),
  };
};
