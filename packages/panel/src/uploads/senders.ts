import { FILE_TYPES, isVideoKind } from 'contracts/media';
import type { FileType } from 'contracts/media';
import { uploadAvatar, uploadCoverImage, uploadFile } from 'contracts/operations/uploads';
import type { Caller } from 'web-kit/api';
import { upload } from 'web-kit/upload';
import type { Send } from './queue.ts';
import { createResumableSend } from './resumable-send.ts';
import { isVideoFile } from './upload-errors.ts';

interface SenderOptions {
  slug: string;
  file: File;
  session: Caller;
}

/** How a file of one of a model's three lists is sent: a video in parts that survive a cut, a photo in one call. */
export const itemSender = (
  fileType: FileType,
  { slug, file, session }: SenderOptions,
): Send<{ filename: string; filePath: string }> =>
  isVideoKind(FILE_TYPES[fileType])
    ? createResumableSend({ fileType, slug, file, session })
    : (options) => upload(uploadFile, { params: { fileType, modelSlug: slug }, file, session, ...options });

/** How an avatar or a cover is sent; the file's type decides its kind. */
export const pictureSender = (
  kind: 'avatar' | 'cover',
  { slug, file, session }: SenderOptions,
): Send<{ filePath: string }> =>
  kind === 'cover' && isVideoFile(file)
    ? createResumableSend({ fileType: 'cover', slug, file, session })
    : (options) =>
        upload(kind === 'avatar' ? uploadAvatar : uploadCoverImage, { params: { slug }, file, session, ...options });
