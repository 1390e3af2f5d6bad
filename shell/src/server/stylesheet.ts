import { createHash } from 'node:crypto';

/** Largest style sheet that is inlined; a larger one is worth a request, which browsers cache. */
const INLINE_MAX_CHARACTERS = 48_000;

/** A stylesheet of the page. */
export interface Stylesheet {
  href: string;
  /** Inline style of a rendered page in place of the link: no request delays its first paint. */
  inline?: { text: string; source: string };
}

/** Returns the hash source by which a policy allows an inline element with this text (CSP Level 3, 2.3.1). */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Creates a stylesheet, inline where it is small. @param text of the file; everything it names has an absolute address */
export const stylesheetOf = (href: string, text: string): Stylesheet => {
  // A style sheet whose text would end the element is linked, too.
  if (text.length > INLINE_MAX_CHARACTERS || /<\/style/i.test(text)) return { href };
  return { href, inline: { text, source: sourceOf(text) } };
};
