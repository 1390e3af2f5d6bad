export interface Sender {
  name: string;
  email: string;
}
/** One mail as it is handed to the transport. */
export interface Mail {
  from: Sender;
  to: string;
  subject: string;
  text: string;
  html: string;
}
export type Letter = Pick<Mail, 'subject' | 'text' | 'html'>;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/**
 * A letter in plain text and in simple HTML, from the same paragraphs; each is plain text, and a link stands alone.
 * @param paragraphs a string, or a link with its label
 */
export const createLetter = (subject: string, paragraphs: readonly (string | { label: string; url: string })[]): Letter => ({
  subject,
  text: `${paragraphs.map((part) => (typeof part === 'string' ? part : part.url)).join('\n\n')}\n`,
  html: `<!doctype html><html lang="fr"><body style="font-family:sans-serif;line-height:1.5;max-width:36em">${paragraphs
    .map((part) => `<p>${typeof part === 'string' ? escapeHtml(part) : `<a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a>`}</p>`)
    .join('')}</body></html>`,
});

/**
 * The sender of a person's mails: what the model says, else its affiliate, else the site (design, section 9).
 * @param names and emails in that order, empty where nothing is said
 */
export const senderOf = (names: readonly string[], emails: readonly string[], site: Sender): Sender => ({
  name: names.find((name) => name !== '') ?? site.name,
  email: emails.find((email) => email !== '') ?? site.email,
});
