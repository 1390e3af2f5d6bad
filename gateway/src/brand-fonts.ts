import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Font that the gateway serves itself: its error pages must render while the shell, which serves the site's files, is down. */
interface BrandFont {
  family: string;
  /** CSS `font-weight` of the file. */
  weight: string;
  /** URL path; contains a hash of the file's content. */
  path: string;
  body: Buffer;
}

const fontOf = (family: string, weight: string, file: string): BrandFont => {
  const body = readFileSync(join(import.meta.dirname, 'fonts', `${file}.woff2`));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10);
  return { family, weight, path: `/fonts/${file}.${hash}.woff2`, body };
};

/** Copies of packages/ui/src/fonts; a test compares them. */
export const BRAND_FONTS: readonly BrandFont[] = [
  fontOf('Imbue', '400', 'imbue'),
  fontOf('Instrument Sans', '400 700', 'instrument-sans'),
];

/** `@font-face` rules of the error page; the browser falls back to a system font without them. */
export const FONT_FACES = BRAND_FONTS.map(
  ({ family, weight, path }) =>
    `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:url('${path}') format('woff2')}`,
).join('\n');
