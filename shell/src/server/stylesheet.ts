import { createHash } from 'node:crypto';

/** Length up to which a style sheet is inlined; a larger one is worth a request, which browsers cache. */
const INLINE_MAX_CHARACTERS = 48_000;

/** A stylesheet of the page. */
export interface Stylesheet {
  href: string;
  /** Inline style that replaces the link in a rendered page, whose first paint then needs no request. */
  inline?: { text: string; source: string };
}

/** Returns the hash source by which a policy allows an inline element with this text (CSP Level 3, 2.3.1). */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Creates a style sheet, inline if it is small. @param text content of the file, with absolute addresses only */
export const stylesheetOf = (href: string, text: string): Stylesheet => {
  // Text that would end the style element is linked too.
  if (text.length > INLINE_MAX_CHARACTERS || /<\/style/i.test(text)) return { href };
  return { href, inline: { text, source: sourceOf(text) } };
};
