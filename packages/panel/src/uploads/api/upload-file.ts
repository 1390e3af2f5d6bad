import type { FileType } from 'contracts/media';
import { uploadFile as operation } from 'contracts/operations/uploads';
import type { Caller } from 'web-kit/api';
import { upload } from 'web-kit/upload';
import type { SendOptions } from '../queue.ts';

export interface FileUpload extends SendOptions {
  slug: string;
  file: File;
  session: Caller;
}

/** Uploads a file of one of a model's three lists in one request. */
export const uploadFile = (fileType: FileType, { slug: modelSlug, ...options }: FileUpload) =>
  upload(operation, { params: { fileType, modelSlug }, ...options });
