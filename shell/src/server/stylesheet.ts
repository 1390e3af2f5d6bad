import { createHash } from 'node:crypto';

/** Characters. A larger sheet is worth a request: browsers keep it. */
const INLINE_AT_MOST = 48_000;

/** A stylesheet of the page. */
export interface Stylesheet {
  href: string;
  /** What a painted page carries in place of the link: no request stands between its HTML and its first paint. */
  inline?: { text: string; source: string };
}

/** What a policy lets pass an inline element with this text by (CSP Level 3, 2.3.1). */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param text of the file; everything it names has an absolute address */
export const stylesheetOf = (href: string, text: string): Stylesheet => {
  // What would end the element is linked, too.
  if (text.length > INLINE_AT_MOST || /<\/style/i.test(text)) return { href };
  return { href, inline: { text, source: sourceOf(text) } };
};
