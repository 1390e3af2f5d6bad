import { z } from 'zod';
import { fileType, RESUMABLE_PATH, resumableResponse, resumableProgress, uploadState } from '../media.ts';
import { operation } from '../operation.ts';
import { slugShape } from '../slugs.ts';
import { byModelSlug, ok } from './shapes.ts';

const filePath = z.object({ filePath: z.string() });
const fileOfModel = z.object({ modelSlug: slugShape, filename: z.string().max(100) });
const roles = ['administrator', 'affiliate'] as const;
const errors = [
  'NO_FILE',
  'FILE_TOO_LARGE',
  'INVALID_FILE_TYPE',
  'UPLOAD_FAILED',
  'FORBIDDEN',
  'VALIDATION_FAILED',
  'MODEL_NOT_FOUND',
  'MODEL_QUOTA_EXCEEDED',
  'UPLOADER_QUOTA_EXCEEDED',
  'TOO_MANY_UPLOADS',
  'UPLOADS_SATURATED',
  'STORAGE_FULL',
] as const;

export const uploadAvatar = operation({
  id: 'uploadAvatar',
  service: 'media',
  method: 'POST',
  path: '/api/upload/avatar/:slug',
  roles,
  status: 201,
  summary: 'Uploads an avatar',
  params: byModelSlug,
  file: 'avatar_image',
  response: filePath,
  errors,
});
export const uploadCoverImage = operation({
  id: 'uploadCoverImage',
  service: 'media',
  method: 'POST',
  path: '/api/upload/cover-image/:slug',
  roles,
  status: 201,
  summary: 'Uploads a cover image',
  params: byModelSlug,
  file: 'cover_image',
  response: filePath,
  errors,
});
export const uploadCoverVideo = operation({
  id: 'uploadCoverVideo',
  service: 'media',
  method: 'POST',
  path: '/api/upload/cover-video/:slug',
  roles,
  status: 201,
  summary: 'Uploads a cover video',
  params: byModelSlug,
  file: 'cover_video',
  response: filePath,
  errors,
});
export const uploadFile = operation({
  id: 'uploadFile',
  service: 'media',
  method: 'POST',
  path: '/api/upload/:fileType/:modelSlug',
  roles,
  status: 201,
  summary: 'Uploads a photo, video or live replay of a model',
  params: z.object({ fileType, modelSlug: slugShape }),
  file: 'file',
  response: z.object({ filename: z.string(), filePath: z.string() }),
  errors,
});
export const getUpload = operation({
  id: 'getUpload',
  service: 'media',
  method: 'GET',
  path: '/api/upload/state/:modelSlug/:filename',
  roles,
  summary: 'How far an upload is: processing, ready or failed',
  params: fileOfModel,
  response: uploadState,
  errors: ['FILE_NOT_FOUND', 'FORBIDDEN'],
});
export const getOriginal = operation({
  id: 'getOriginal',
  service: 'media',
  method: 'GET',
  path: '/api/upload/original/:modelSlug/:filename',
  roles,
  summary: 'An address, valid for five minutes, at which the caller downloads the file as it was sent',
  params: fileOfModel,
  response: filePath,
  errors: ['FILE_NOT_FOUND', 'FORBIDDEN'],
});
export const deleteUpload = operation({
  id: 'deleteUpload',
  service: 'media',
  method: 'DELETE',
  path: '/api/upload/delete/:modelSlug/:filename',
  roles,
  summary: 'Deletes an uploaded file',
  params: fileOfModel,
  response: ok,
  errors: ['FILE_NOT_FOUND', 'FORBIDDEN'],
});

const resumable = z.object({ id: z.uuid() });
export const createResumableUpload = operation({
  id: 'createResumableUpload',
  service: 'media',
  method: 'POST',
  path: RESUMABLE_PATH,
  roles,
  status: 201,
  summary:
    'Begins a resumable upload (tus 1.0.0): headers Tus-Resumable, Upload-Length and Upload-Metadata; responds with its address in Location',
  response: z.undefined(),
  errors: [...errors, 'UPLOAD_VERSION_UNSUPPORTED'],
});
export const sendResumablePart = operation({
  id: 'sendResumablePart',
  service: 'media',
  method: 'PATCH',
  path: `${RESUMABLE_PATH}/:id`,
  roles,
  summary:
    'Sends a part from Upload-Offset on (application/offset+octet-stream): 204 while more is to come; the response to the last one is what the file has become',
  params: resumable,
  response: resumableResponse.optional(),
  errors: [
    ...errors,
    'FILE_NOT_FOUND',
    'UPLOAD_CONFLICT',
    'UPLOAD_BUSY',
    'UPLOAD_VERSION_UNSUPPORTED',
    'UNSUPPORTED_BODY',
  ],
});
export const getResumableUpload = operation({
  id: 'getResumableUpload',
  service: 'media',
  method: 'GET',
  path: `${RESUMABLE_PATH}/:id`,
  roles,
  summary:
    'How far a resumable upload is; the same is in the headers Upload-Offset, Upload-Length and Upload-Result, for HEAD',
  params: resumable,
  response: resumableProgress,
  errors: ['FILE_NOT_FOUND', 'FORBIDDEN', 'INVALID_FILE_TYPE', 'UPLOAD_FAILED', 'UPLOAD_BUSY'],
});
export const deleteResumableUpload = operation({
  id: 'deleteResumableUpload',
  service: 'media',
  method: 'DELETE',
  path: `${RESUMABLE_PATH}/:id`,
  roles,
  summary: 'Gives a resumable upload up',
  status: 204,
  params: resumable,
  response: z.undefined(),
  errors: ['FILE_NOT_FOUND', 'FORBIDDEN', 'UPLOAD_BUSY'],
});
