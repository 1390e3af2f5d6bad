import {
  blurPath,
  durationText,
  HLS_RENDITION,
  isVideoKind,
  itemPath,
  pictureRendition,
  posterRendition,
  VIDEO_RENDITION,
} from 'contracts/media';
import type { ContentItem, StoredItem } from 'contracts/media-items';
import { usableAsset } from '../projections/asset.ts';
import type { Asset, Assets } from '../projections/asset.ts';
import { assetIdOfItem } from './model-record.ts';
import type { MediaList, ModelRecord } from './model-record.ts';

/** What one viewer may have of a model's items. */
export interface ItemRights {
  /** The administrator or the owning affiliate. */
  isPrivileged: boolean;
  /** May see what is locked. */
  isEntitled: boolean;
  /** Signs a delivery path for this viewer. */
  sign: (path: string) => string;
}

const ownFacts = (asset: Asset, list: MediaList) => ({
  ...(list === 'photo_items' ? {} : { duration: durationText(asset.durationMs ?? 0) }),
  width: asset.width,
  height: asset.height,
  placeholder: asset.placeholder,
});

const realItem = (item: StoredItem, asset: Asset, list: MediaList, { sign }: ItemRights): ContentItem => {
  const address = (rendition: string) => {
    const path = itemPath(asset.id, rendition);
    return item.isLocked ? sign(path) : path;
  };
  const isVideo = isVideoKind(asset.kind);
  return {
    ...item,
    filePath: address(isVideo ? VIDEO_RENDITION : pictureRendition(1280)),
    image: address(isVideo ? posterRendition(640) : pictureRendition(640)),
    ...(asset.hasHls ? { hls: address(HLS_RENDITION) } : {}),
    isViewable: true,
    ...ownFacts(asset, list),
    state: 'ready',
  };
};

/** Nothing in it leads to the asset: the blurred picture has a name of its own, which is the item's too. */
const blurredItem = ({ likes }: StoredItem, asset: Asset, list: MediaList): ContentItem => ({
  id: asset.blurId,
  filename: blurPath(asset.blurId).split('/').at(-1) ?? '',
  filePath: blurPath(asset.blurId),
  image: blurPath(asset.blurId),
  likes,
  isLocked: true,
  isViewable: false,
  ...ownFacts(asset, list),
  state: 'ready',
});

/** What the panel shows of a file that is not there: still being made, or never to be. */
const pendingItem = (item: StoredItem, state: 'processing' | 'failed', list: MediaList): ContentItem => ({
  ...item,
  filePath: '',
  image: '',
  isViewable: false,
  ...(list === 'photo_items' ? {} : { duration: durationText(0) }),
  state,
});

/** The items of one list for one viewer; visitors see nothing of those whose file is not ready or not the model's. */
export const itemViews = (model: ModelRecord, list: MediaList, assets: Assets, rights: ItemRights): ContentItem[] =>
  model[list].flatMap((item) => {
    const assetId = assetIdOfItem(item);
    const asset = usableAsset(assets, assetId, list, model);
    if (asset?.state === 'ready')
      return !item.isLocked || rights.isEntitled ? realItem(item, asset, list, rights) : blurredItem(item, asset, list);
    if (!rights.isPrivileged) return [];
    const isComing = asset ? asset.state === 'processing' : !assets.has(assetId);
    return pendingItem(item, isComing ? 'processing' : 'failed', list);
  });
