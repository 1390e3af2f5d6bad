import { uploadCoverImage as operation } from 'contracts/operations/uploads';
import { upload } from 'web-kit/upload';
import type { FileUpload } from './upload-file.ts';

export const uploadCoverImage = ({ slug, ...options }: FileUpload) =>
  upload(operation, { params: { slug }, ...options });
