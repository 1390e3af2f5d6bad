import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import type { UseFormSetValue } from 'react-hook-form';
import { useToast } from 'ui/toast';
import type { Caller } from 'web-kit/api';
import { failureText } from 'web-kit/api';
import type { Queue } from '../uploads/index.tsx';
import { fileOfPhoto, sendPicture } from './send-picture.ts';
import type { ModelFormValues } from './values.ts';

/** Returns a function that makes a photo of a list the model's avatar or cover. */
export const usePhotoAsPicture = (
  setValue: UseFormSetValue<ModelFormValues>,
  upload: { slug: string; session: Caller; queue: Queue },
) => {
  const show = useToast();
  return async (kind: 'avatar' | 'cover', item: ContentItem): Promise<void> => {
    try {
      const file = await fileOfPhoto(item);
      sendPicture({
        ...upload,
        kind,
        file,
        onDone: (path) => {
          if (kind === 'cover') setValue('cover_video', null, { shouldDirty: true });
          setValue(kind === 'cover' ? 'cover_image' : 'avatar_image', path, { shouldDirty: true });
          show({
            tone: 'success',
            title: kind === 'cover' ? 'Couverture changée' : 'Avatar changé',
            text: 'À enregistrer avec le modèle.',
          });
        },
        // A toast, as the viewer covers the row of the upload.
        onFailed: (text) => show({ tone: 'error', title: TEXTS.error, text }),
      });
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.dataLoadFailed }) });
    }
  };
};
