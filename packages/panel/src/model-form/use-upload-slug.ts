import { assetIdOfPublicPath } from 'contracts/media';
import { newModel } from 'contracts/models';
import { useWatch } from 'react-hook-form';
import type { Edition } from './use-edition.ts';

/**
 * The slug under which files are sent: as the server has it; of a new model as it was typed, empty until it is valid.
 * @returns the `slug`, and whether it `isTaken`: a new model has files under it
 */
export const useUploadSlug = ({ model, fields: { control, formState }, media, uploading }: Edition) => {
  const typedSlug = useWatch({ control, name: 'slug', disabled: Boolean(model) });
  const shareImage = useWatch({ control, name: 'social_preview_image' });
  const { dirtyFields } = formState;
  const hasFiles =
    uploading > 0 ||
    // An address elsewhere is no file of this slug.
    Boolean(dirtyFields.social_preview_image && shareImage && assetIdOfPublicPath(shareImage)) ||
    Boolean(dirtyFields.avatar_image ?? dirtyFields.cover_image ?? dirtyFields.cover_video) ||
    Object.values(media.lists).some(({ length }) => length > 0);
  return {
    slug: model?.slug ?? newModel.shape.slug.safeParse(typedSlug).data ?? '',
    isTaken: !model && hasFiles,
  };
};
