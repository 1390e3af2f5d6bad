import { fileURLToPath } from 'node:url';

/** Returns the file of a picture of the demo data, by its name without extension. */
export const pictureFile = (name: string): string =>
  fileURLToPath(new URL(`../../pictures/${name}.webp`, import.meta.url));
