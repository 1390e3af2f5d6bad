import { assetIdOfPublicPath } from 'contracts/media';
import { newModel } from 'contracts/models';
import { useWatch } from 'react-hook-form';
import type { Edition } from './use-edition.ts';

/**
 * Returns the slug under which files are uploaded: the server's or, for a new model, the typed one, empty until it is valid.
 * @returns `slug`, and `isTaken`: whether a new model has files under it
 */
export const useUploadSlug = ({ model, fields: { control, formState }, media, uploading }: Edition) => {
  const typedSlug = useWatch({ control, name: 'slug', disabled: Boolean(model) });
  const shareImage = useWatch({ control, name: 'social_preview_image' });
  const { dirtyFields } = formState;
  const hasFiles =
    uploading > 0 ||
    // An external address is not a file under this slug.
    Boolean(dirtyFields.social_preview_image && shareImage && assetIdOfPublicPath(shareImage)) ||
    Boolean(dirtyFields.avatar_image ?? dirtyFields.cover_image ?? dirtyFields.cover_video) ||
    Object.values(media.lists).some(({ length }) => length > 0);
  return {
    slug: model?.slug ?? newModel.shape.slug.safeParse(typedSlug).data ?? '',
    isTaken: !model && hasFiles,
  };
};
