import { atWidth } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import { srcSetOf } from 'contracts/renditions';
import type { PictureSource } from 'ui/picture';
import { formatNumber } from 'web-kit/formats';

/**
 * Returns a model's cover, four by five; a cover video comes with its still picture.
 * @param sizes value of the `sizes` attribute
 */
export const coverOf = (model: ModelView, sizes: string): PictureSource | null => {
  const still = model.cover_video ? (model.cover_poster ?? model.cover_image) : model.cover_image;
  if (!still && !model.cover_video) return null;
  const format = { width: 720, height: 900, placeholder: model.cover_placeholder };
  if (model.cover_video) return { ...format, src: still ? atWidth(still, 640) : '', video: model.cover_video };
  return still ? { ...format, src: atWidth(still, 640), srcSet: srcSetOf(still), sizes } : null;
};

/** Returns the cover for a blurred background: the smallest rendition is enough. */
export const backdropOf = (model: ModelView): PictureSource | null => {
  const cover = coverOf(model, '100vw');
  return cover && { ...cover, src: atWidth(cover.src, 320), srcSet: undefined, sizes: undefined };
};

/** Returns the avatar of a model. @param size width in CSS pixels */
export const avatarOf = (model: ModelView, size: number): PictureSource | null =>
  model.avatar_image
    ? {
        src: model.avatar_image,
        srcSet: srcSetOf(model.avatar_image),
        sizes: `${size}px`,
        width: 192,
        height: 192,
        alt: '',
        placeholder: model.avatar_placeholder,
      }
    : null;

const countText = (count: number): string | undefined => (count > 0 ? formatNumber(count) : undefined);

/** Formats those counts of a model that are above zero. */
export const statsOf = ({ likes_count, medias_count, followers_count }: ModelView) => ({
  likes: countText(likes_count),
  medias: countText(medias_count),
  followers: countText(followers_count),
});
