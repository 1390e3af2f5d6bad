import {
  AVATAR_WIDTHS,
  durationText,
  filenameOf,
  isVideoKind,
  itemPath,
  pictureRendition,
  posterRendition,
  PUBLIC_KINDS,
  publicPath,
  VIDEO_RENDITION,
} from 'contracts/media';
import type { UploadState } from 'contracts/media';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../assets/asset.ts';

type Sign = (path: string) => string;
/** Signs delivery paths for one viewer. */
export type SignFor = (viewer: Viewer) => Sign;

/** The address of one of an asset's renditions for who is asking: open where the kind is public, else signed. */
const addressOf = ({ id, kind }: Asset, rendition: string, sign: Sign): string =>
  PUBLIC_KINDS.includes(kind) ? publicPath(id, rendition) : sign(itemPath(id, rendition));

/** The address of the asset itself, at its largest. */
export const filePathOf = (asset: Asset, sign: Sign): string => {
  const picture = asset.kind === 'avatar' ? Math.max(...AVATAR_WIDTHS) : 1280;
  return addressOf(asset, isVideoKind(asset.kind) ? VIDEO_RENDITION : pictureRendition(picture), sign);
};

const imageOf = (asset: Asset, sign: Sign): string => {
  if (asset.kind === 'avatar') return filePathOf(asset, sign);
  return addressOf(asset, isVideoKind(asset.kind) ? posterRendition(640) : pictureRendition(640), sign);
};

/** What an upload answers. */
export const uploadedView = (asset: Asset, sign: Sign): { filename: string; filePath: string } => ({
  filename: filenameOf(asset.id, asset.kind),
  filePath: filePathOf(asset, sign),
});

/** How far an upload is (contracts, `uploadState`). */
export const uploadStateView = (asset: Asset, sign: Sign): UploadState => {
  const { result } = asset;
  return {
    filename: filenameOf(asset.id, asset.kind),
    state: asset.state === 'deleted' ? 'failed' : asset.state,
    filePath: filePathOf(asset, sign),
    image: result && imageOf(asset, sign),
    duration: result?.durationMs ? durationText(result.durationMs) : null,
    width: result?.width ?? null,
    height: result?.height ?? null,
    placeholder: result?.placeholder ?? null,
  };
};
