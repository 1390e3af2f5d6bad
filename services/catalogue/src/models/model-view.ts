import { privatePath, publicPath } from 'contracts/media';
import { displayCounts } from 'contracts/model-counts';
import { MODEL_FIELDS, STORED_MODEL_FIELDS } from 'contracts/model-fields';
import type { FieldKind, StoredModelField } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { LIST_RENDITIONS, MAIN_RENDITIONS } from 'contracts/renditions';
import type { RenditionName } from 'contracts/renditions';
import { usableAsset } from '../projections/asset.ts';
import type { Asset, Assets } from '../projections/asset.ts';
import { itemViews } from './item-view.ts';
import type { ItemRights } from './item-view.ts';
import {
  assetIdOfPicture,
  isHidden,
  isLive,
  liveChangesAt,
  newSince,
  PICTURE_VERSIONS,
  visibleLengths,
} from './model-record.ts';
import type { MediaList, ModelRecord, ModelSummary, Picture } from './model-record.ts';

/** Rights of one viewer to one model. */
export interface ViewRights extends ItemRights {
  /** Slug of the owner, for privileged viewers. */
  affiliateSlug: string | null;
}

/**
 * Returns the pictures for one viewer: ready ones for visitors; for the owner also those in processing, which saving the form would
 * otherwise remove.
 */
const pictures = (model: ModelSummary, assets: Assets, isPrivileged: boolean) => {
  const pathOf = isHidden(model) ? privatePath : publicPath;
  const pictureAsset = (picture: Picture): Asset | null => {
    const asset = usableAsset(assets, assetIdOfPicture(model, picture), picture, model);
    return asset && (asset.state === 'ready' || isPrivileged) ? asset : null;
  };
  const address = (picture: Picture, rendition?: RenditionName): string | null => {
    const asset = pictureAsset(picture);
    return (
      asset && `${pathOf(asset.id, rendition ?? MAIN_RENDITIONS[asset.kind])}?v=${model[PICTURE_VERSIONS[picture]]}`
    );
  };
  const placeholder = (picture: Picture): string | null => pictureAsset(picture)?.placeholder || null;
  const social = model.social_preview_image;
  const isElsewhere = social !== null && assetIdOfPicture(model, 'social_preview_image') === null;
  return {
    avatar_image: address('avatar_image'),
    cover_image: address('cover_image'),
    cover_video: address('cover_video'),
    cover_poster:
      pictureAsset('cover_video')?.state === 'ready' ? address('cover_video', LIST_RENDITIONS['cover-video']) : null,
    social_preview_image: isElsewhere
      ? social
      : pictureAsset('social_preview_image')?.kind === 'cover-video'
        ? address('social_preview_image', 'poster-1280.webp')
        : address('social_preview_image'),
    avatar_placeholder: placeholder('avatar_image'),
    cover_placeholder: placeholder('cover_video') ?? placeholder('cover_image'),
  };
};

const counts = (model: ModelSummary, isPrivileged: boolean, now: number) => {
  const typed = {
    photos: model.photos_count,
    videos: model.videos_count,
    lives: model.lives_count,
    medias: model.medias_count,
  };
  const displayed = displayCounts(typed, visibleLengths(model, now));
  // The owner's form saves the typed numbers.
  const { photos, videos, lives, medias } = isPrivileged ? typed : displayed;
  return {
    photos_count: photos,
    videos_count: videos,
    lives_count: lives,
    medias_count: medias,
    ...(isPrivileged ? { shown_counts: displayed } : {}),
  };
};

/** Kinds of fields that responses return unchanged. */
const PLAIN_KINDS: readonly FieldKind[] = ['text', 'number', 'boolean', 'nullableBoolean'];
const plainFieldsOf = (readableBy: 'everyone' | 'owner') =>
  STORED_MODEL_FIELDS.filter(
    (name) => MODEL_FIELDS[name].readableBy === readableBy && PLAIN_KINDS.includes(MODEL_FIELDS[name].kind),
  ) as Exclude<StoredModelField, Picture | MediaList>[];
const PUBLIC_FIELDS = plainFieldsOf('everyone');
const OWNER_FIELDS = plainFieldsOf('owner');
const pick = <Name extends keyof ModelSummary>(model: ModelSummary, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, model[name]])) as Pick<ModelSummary, Name>;

const ownerFields = (model: ModelSummary, affiliateSlug: string | null) => ({
  ...pick(model, OWNER_FIELDS),
  affiliate_id: model.affiliateId,
  affiliate_slug: affiliateSlug,
  is_featured: model.isFeatured,
  edit_revision: model.editRevision,
});

/**
 * Returns a model as a list shows it, with empty media lists.
 * @param now milliseconds
 */
export const modelSummaryView = (
  model: ModelSummary,
  assets: Assets,
  { isPrivileged, affiliateSlug }: Pick<ViewRights, 'isPrivileged' | 'affiliateSlug'>,
  now: number,
): ModelView => ({
  id: model.id,
  ...pick(model, PUBLIC_FIELDS),
  ...pictures(model, assets, isPrivileged),
  ...counts(model, isPrivileged, now),
  // The owner's form saves the typed number.
  likes_count: isPrivileged ? model.likes_count : model.likes_count + model.subscriberLikes,
  is_live: isLive(model, now),
  live_changes_at: liveChangesAt(model, now),
  is_new: model.createdAt >= newSince(now),
  photo_items: '[]',
  video_items: '[]',
  live_replays: '[]',
  avatar_version: model.avatar_version,
  cover_image_version: model.cover_image_version,
  cover_video_version: model.cover_video_version,
  ...(isPrivileged ? ownerFields(model, affiliateSlug) : {}),
});

/**
 * Returns a model with its items, each as the viewer may see it (docs/domain.md#locked-content).
 * @param now milliseconds
 */
export const modelView = (model: ModelRecord, assets: Assets, rights: ViewRights, now: number): ModelView => ({
  ...modelSummaryView(model, assets, rights, now),
  photo_items: JSON.stringify(itemViews(model, 'photo_items', assets, { ...rights, now })),
  video_items: JSON.stringify(itemViews(model, 'video_items', assets, { ...rights, now })),
  live_replays: JSON.stringify(itemViews(model, 'live_replays', assets, { ...rights, now })),
});
