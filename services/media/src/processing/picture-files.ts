import { BLURRED } from '../assets/asset.ts';
import type { NewFile } from '../assets/file-store.ts';
import type { Picture } from './picture.ts';

const webp = (name: string, content: Uint8Array): NewFile => ({
  name,
  contentType: 'image/webp',
  bytes: content.byteLength,
  content,
});

/** Returns the files of a picture: its renditions and the blurred one. */
export const pictureFiles = ({ renditions, blurred }: Picture): NewFile[] => [
  ...renditions.map(({ name, bytes }) => webp(name, bytes)),
  webp(BLURRED, blurred),
];
