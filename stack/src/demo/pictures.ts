import { fileURLToPath } from 'node:url';

/** File of a picture of the demo data, from its name without ending. */
export const pictureFile = (name: string): string =>
  fileURLToPath(new URL(`../../pictures/${name}.webp`, import.meta.url));
