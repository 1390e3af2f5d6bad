import { BLURRED } from '../assets/asset.ts';
import type { NewFile } from '../assets/file-keeper.ts';
import type { Picture } from './picture.ts';

const webp = (name: string, content: Uint8Array): NewFile => ({
  name,
  contentType: 'image/webp',
  bytes: content.byteLength,
  content,
});

/** The files of a picture: its renditions under the names given, and the blurred one. */
export const pictureFiles = ({ renditions, blurred }: Picture, nameOf: (width: number) => string): NewFile[] => [
  ...renditions.map(({ width, bytes }) => webp(nameOf(width), bytes)),
  webp(BLURRED, blurred),
];
