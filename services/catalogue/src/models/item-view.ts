import { assetFailureOf, blurPath, durationText, itemPath, privateBlurPath } from 'contracts/media';
import { isScheduled } from 'contracts/media-items';
import type { ContentItem, StoredItem } from 'contracts/media-items';
import { LIST_RENDITIONS, MAIN_RENDITIONS } from 'contracts/renditions';
import type { RenditionName } from 'contracts/renditions';
import { usableAsset } from '../projections/asset.ts';
import type { Asset, Assets } from '../projections/asset.ts';
import { assetIdOfItem, isHidden } from './model-record.ts';
import type { MediaList, ModelRecord } from './model-record.ts';

/** Rights of one viewer to a model's items. */
export interface ItemRights {
  /** Whether the viewer is the administrator or the owning affiliate. */
  isPrivileged: boolean;
  /** Whether the viewer may see locked content. */
  isEntitled: boolean;
  /** Signs the path of a file for this viewer. */
  sign: (path: string) => string;
}

/** Item with the fields that only its owner and the administrator see (docs/domain.md#original-file-names). */
type NamedItem = StoredItem & Pick<ContentItem, 'originalName'>;
const nameOf = (asset: Asset | null): Pick<ContentItem, 'originalName'> =>
  asset?.originalName ? { originalName: asset.originalName } : {};

const ownFacts = (asset: Asset, list: MediaList) => ({
  ...(list === 'photo_items' ? {} : { duration: durationText(asset.durationMs ?? 0) }),
  width: asset.width,
  height: asset.height,
  placeholder: asset.placeholder,
});

/** @param isOpen whether everyone may see the item, so that its addresses need no signature */
const realItem = (
  item: NamedItem,
  asset: Asset,
  { list, isOpen, sign }: { list: MediaList; isOpen: boolean; sign: ItemRights['sign'] },
): ContentItem => {
  const address = (rendition: RenditionName) => {
    const path = itemPath(asset.id, rendition);
    return isOpen ? path : sign(path);
  };
  return {
    ...item,
    filePath: address(MAIN_RENDITIONS[asset.kind]),
    image: address(LIST_RENDITIONS[asset.kind]),
    ...(asset.hasHls ? { hls: address('hls.m3u8') } : {}),
    isViewable: true,
    ...ownFacts(asset, list),
    state: 'ready',
  };
};

/** The asset cannot be derived from the result: the blurred picture has its own name, which is also the item's. */
const blurredItem = (
  { likes }: StoredItem,
  asset: Asset,
  { list, isPrivate }: { list: MediaList; isPrivate: boolean },
): ContentItem => ({
  id: asset.blurId,
  filename: blurPath(asset.blurId).split('/').at(-1) ?? '',
  filePath: isPrivate ? privateBlurPath(asset.blurId) : blurPath(asset.blurId),
  image: isPrivate ? privateBlurPath(asset.blurId) : blurPath(asset.blurId),
  likes,
  isLocked: true,
  isViewable: false,
  ...ownFacts(asset, list),
  state: 'ready',
});

/** Returns the panel's view of a file that is still being processed, or has failed. */
const pendingItem = (
  item: NamedItem,
  state: 'processing' | 'failed',
  { list, failure }: { list: MediaList; failure: string | undefined },
): ContentItem => ({
  ...item,
  filePath: '',
  image: '',
  isViewable: false,
  ...(list === 'photo_items' ? {} : { duration: durationText(0) }),
  state,
  ...(state === 'failed' && failure !== undefined && { failure: assetFailureOf(failure) }),
});

/**
 * Returns the items of one list for one viewer; visitors do not get scheduled items (docs/domain.md#scheduled-items), nor items
 * whose file is not ready or not the model's.
 */
export const itemViews = (
  model: ModelRecord,
  list: MediaList,
  assets: Assets,
  { now, ...rights }: ItemRights & { now: number },
): ContentItem[] => {
  const isPrivate = isHidden(model);
  return model[list].flatMap((stored) => {
    const isEarly = isScheduled(stored, now);
    if (isEarly && !rights.isPrivileged) return [];
    const { publishAt: _time, ...plain } = stored;
    const assetId = assetIdOfItem(stored);
    const asset = usableAsset(assets, assetId, list, model);
    const item: NamedItem = rights.isPrivileged ? { ...stored, ...nameOf(asset) } : plain;
    if (asset?.state === 'ready')
      return !item.isLocked || rights.isEntitled
        ? realItem(item, asset, { list, isOpen: !item.isLocked && !isPrivate && !isEarly, sign: rights.sign })
        : blurredItem(item, asset, { list, isPrivate });
    if (!rights.isPrivileged) return [];
    const isComing = asset ? asset.state === 'processing' : !assets.has(assetId);
    return pendingItem(item, isComing ? 'processing' : 'failed', { list, failure: asset?.failure });
  });
};
