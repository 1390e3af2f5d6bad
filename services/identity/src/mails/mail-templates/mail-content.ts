/** What a template makes of its data. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** What every template is given. */
export interface MailData {
  site: { title: string; publicUrl: string };
  /** The recipient's. */
  firstName: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Letters of any script, and what joins them. Mail programs turn "www.example.org" into a link, so a name with a dot is not shown. */
const NAME = /^[\p{L}\p{M}'’ -]+$/u;

/** Anybody may register with another person's address: only what looks like a name is written to it. */
export const greeting = (firstName: string): string => (NAME.test(firstName) ? `Bonjour ${firstName},` : 'Bonjour,');

/**
 * A mail in plain text and in simple HTML, from the same paragraphs.
 * @param paragraphs plain text, or a link with its label on a line of its own
 */
export const createMailContent = (
  subject: string,
  paragraphs: readonly (string | { label: string; url: string })[],
): MailContent => ({
  subject,
  text: `${paragraphs.map((part) => (typeof part === 'string' ? part : part.url)).join('\n\n')}\n`,
  html: `<!doctype html><html lang="fr"><body style="font-family:sans-serif;line-height:1.5;max-width:36em">${paragraphs
    .map(
      (part) =>
        `<p>${typeof part === 'string' ? escapeHtml(part) : `<a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a>`}</p>`,
    )
    .join('')}</body></html>`,
});
