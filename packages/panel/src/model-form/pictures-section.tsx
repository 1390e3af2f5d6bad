import { assetIdOfPublicPath, privatePath, publicPath } from 'contracts/media';
import { MODEL_FIELDS } from 'contracts/model-fields';
import type { RenditionName } from 'contracts/renditions';
import { useWatch } from 'react-hook-form';
import type { Control, UseFormSetValue } from 'react-hook-form';
import { FormSection } from 'ui/form-section';
import type { Caller } from 'web-kit/api';
import type { Queue } from '../uploads/index.tsx';
import { PictureField } from './picture-field.tsx';
import { sectionId, SECTIONS } from './sections.ts';
import type { ModelFormValues } from './values.ts';

interface PicturesSectionProps {
  control: Control<ModelFormValues>;
  setValue: UseFormSetValue<ModelFormValues>;
  slug: string;
  session: Caller;
  queue: Queue;
}

/** Returns the poster of a cover video, in the same folder as the video. */
const posterOf = (video: string): string | null => {
  const assetId = assetIdOfPublicPath(video);
  const pathOf = video.startsWith('/uploads/private/') ? privatePath : publicPath;
  return assetId && pathOf(assetId, 'poster-320.webp' satisfies RenditionName);
};

/** Avatar and cover; a cover is an image or a video, by the type of its file. */
export function PicturesSection({ control, setValue, ...upload }: PicturesSectionProps) {
  const [avatar, cover, video] = useWatch({ control, name: ['avatar_image', 'cover_image', 'cover_video'] });
  const set = (field: 'avatar_image' | 'cover_image' | 'cover_video', path: string | null) =>
    setValue(field, path, { shouldDirty: true });
  return (
    <FormSection id={sectionId('pictures')} title={SECTIONS.pictures.title}>
      <PictureField
        kind="avatar"
        {...upload}
        picture={avatar}
        hint={MODEL_FIELDS.avatar_image.form.hint}
        state="Image carrée"
        onUploaded={(path) => set('avatar_image', path)}
      />
      <PictureField
        kind="cover"
        {...upload}
        picture={video ? posterOf(video) : cover}
        hint={MODEL_FIELDS.cover_image.form.hint}
        state={video ? 'Vidéo' : 'Image ou vidéo'}
        onUploaded={(path, isVideo) => {
          set('cover_video', isVideo ? path : null);
          if (!isVideo) set('cover_image', path);
        }}
      />
    </FormSection>
  );
}
