import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A font that the gateway serves by itself: its error pages are shown while the shell, which has the site's files, is down. */
interface HouseFont {
  family: string;
  /** CSS `font-weight` that the file covers. */
  weight: string;
  /** Named by its content. */
  path: string;
  body: Buffer;
}

const fontOf = (family: string, weight: string, file: string): HouseFont => {
  const body = readFileSync(join(import.meta.dirname, 'fonts', `${file}.woff2`));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10);
  return { family, weight, path: `/fonts/${file}.${hash}.woff2`, body };
};

/** Copies of packages/ui/src/fonts; a test compares them. */
export const HOUSE_FONTS: readonly HouseFont[] = [
  fontOf('Imbue', '400', 'imbue'),
  fontOf('Instrument Sans', '400 700', 'instrument-sans'),
];

/** The fonts for the stylesheet of a page; without them a system font stands in. */
export const FONT_FACES = HOUSE_FONTS.map(
  ({ family, weight, path }) =>
    `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url('${path}') format('woff2')}`,
).join('\n');
