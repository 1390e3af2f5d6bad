import { uploadAvatar as operation } from 'contracts/operations/uploads';
import { upload } from 'web-kit/upload';
import type { FileUpload } from './upload-file.ts';

export const uploadAvatar = ({ slug, ...options }: FileUpload) => upload(operation, { params: { slug }, ...options });
