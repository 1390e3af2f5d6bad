import { atWidth, AVATAR_WIDTHS, PICTURE_WIDTHS } from 'contracts/media';
import type { ModelView } from 'contracts/models';
import type { PictureSource } from 'ui/picture';

const widthsOf = (path: string, widths: readonly number[]) =>
  widths.map((width) => `${atWidth(path, width)} ${width}w`).join(', ');

/**
 * A model's cover, four by five; a cover video comes with its still picture.
 * @param sizes value of the `sizes` attribute
 */
export const coverOf = (model: ModelView, sizes: string): PictureSource | null => {
  const still = model.cover_video ? (model.cover_poster ?? model.cover_image) : model.cover_image;
  if (!still && !model.cover_video) return null;
  const format = { width: 720, height: 900, placeholder: model.cover_placeholder };
  if (model.cover_video) return { ...format, src: still ? atWidth(still, 640) : '', video: model.cover_video };
  return still ? { ...format, src: atWidth(still, 640), srcSet: widthsOf(still, PICTURE_WIDTHS), sizes } : null;
};

/** The cover where it is drawn blurred: the smallest rendition is enough. */
export const backdropOf = (model: ModelView): PictureSource | null => {
  const cover = coverOf(model, '100vw');
  return cover && { ...cover, src: atWidth(cover.src, 320), srcSet: undefined, sizes: undefined };
};

/** @param size how wide it is drawn, in CSS pixels */
export const avatarOf = (model: ModelView, size: number): PictureSource | null =>
  model.avatar_image
    ? {
        src: model.avatar_image,
        srcSet: widthsOf(model.avatar_image, AVATAR_WIDTHS),
        sizes: `${size}px`,
        width: 192,
        height: 192,
        alt: '',
        placeholder: model.avatar_placeholder,
      }
    : null;
