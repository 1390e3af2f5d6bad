import type { ContentItem } from 'contracts/media-items';
import type { Caller } from 'web-kit/api';
import { isVideoFile, pictureSender, rejectionOf } from '../uploads/index.tsx';
import type { Queue } from '../uploads/index.tsx';

interface PictureUpload {
  kind: 'avatar' | 'cover' | 'social';
  file: File;
  slug: string;
  session: Caller;
  queue: Queue;
  onDone: (filePath: string, isVideo: boolean) => void;
  /** Receives the error message, where the user does not see the list of uploads. */
  onFailed?: ((text: string) => void) | undefined;
}

/** Queues a file as avatar, cover or share image, in place of any earlier upload of that picture. */
export const sendPicture = ({ kind, file, slug, session, queue, onDone, onFailed }: PictureUpload): void => {
  const isVideo = kind === 'cover' && isVideoFile(file);
  for (const { id } of queue.entries(kind)) queue.remove(id);
  queue.add([
    {
      list: kind,
      file,
      rejection: rejectionOf(file, isVideo ? 'cover-video' : kind === 'avatar' ? 'avatar' : 'cover-image'),
      send: pictureSender(kind === 'avatar' ? 'avatar' : 'cover', { slug, file, session }),
      onDone: ({ filePath }) => onDone(filePath, isVideo),
      onFailed,
    },
  ]);
};

/**
 * Returns a photo of the model as a file to upload: public pictures are separate assets, so that a locked photo stays locked.
 * @throws Error when the photo cannot be loaded, for example because its signed address has expired
 */
export const fileOfPhoto = async ({ filePath, filename }: ContentItem): Promise<File> => {
  const response = await fetch(filePath);
  if (!response.ok) throw new Error(`photo request failed with ${response.status}`);
  const content = await response.blob();
  return new File([content], filename, { type: content.type });
};
