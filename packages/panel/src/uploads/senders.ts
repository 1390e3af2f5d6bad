import { FILE_TYPES, isVideoKind } from 'contracts/media';
import type { FileType } from 'contracts/media';
import { uploadAvatar } from './api/upload-avatar.ts';
import { uploadCoverImage } from './api/upload-cover-image.ts';
import { uploadFile } from './api/upload-file.ts';
import type { FileUpload } from './api/upload-file.ts';
import type { Send, SendOptions } from './queue.ts';
import { createResumableSend } from './resumable-send.ts';
import { isVideoFile } from './upload-errors.ts';

type SenderOptions = Omit<FileUpload, keyof SendOptions>;

/** Creates the transport for a file of a media list: resumable parts for a video, one request for a photo. */
export const itemSender = (
  fileType: FileType,
  { slug, file, session }: SenderOptions,
): Send<{ filename: string; filePath: string }> =>
  isVideoKind(FILE_TYPES[fileType])
    ? createResumableSend({ fileType, slug, file, session })
    : (options) => uploadFile(fileType, { slug, file, session, ...options });

/** Creates the transport for an avatar or a cover; the file's type decides its kind. */
export const pictureSender = (
  kind: 'avatar' | 'cover',
  { slug, file, session }: SenderOptions,
): Send<{ filePath: string }> =>
  kind === 'cover' && isVideoFile(file)
    ? createResumableSend({ fileType: 'cover', slug, file, session })
    : (options) => (kind === 'avatar' ? uploadAvatar : uploadCoverImage)({ slug, file, session, ...options });
