import { footLinks, renderMail } from './mail-layout.ts';

/** Subject and body of a mail. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Letters of any script, and what joins them. Mail programs turn "www.example.org" into a link, so a name with a dot is not shown. */
const NAME = /^[\p{L}\p{M}'’ -]+$/u;

/** Whether a text looks like a name. */
export const isName = (text: string): boolean => NAME.test(text);

/** Anybody may register with another person's address: only what looks like a name is written to it. */
export const greeting = (firstName: string): string => (isName(firstName) ? `Bonjour ${firstName},` : 'Bonjour,');

/** Context with which every mail is written. */
export interface MailContext {
  site: { title: string; publicUrl: string };
  /** The recipient's; empty for an affiliate. */
  firstName: string;
  /** The link of a reset mail, with this token or a new one. */
  resetUrl: (token?: string) => Promise<string>;
  /** The link that confirms a new address; empty in other mails. */
  confirmationUrl: string;
  /** The link that ends reminders; empty in other mails. */
  stopUrl: string;
  /** Model of the recipient's registration; null: none that visitors see. */
  model: NamedModel | null;
}

/** A model as mails name and link it. */
export interface NamedModel {
  name: string;
  slug: string;
}
/** Returns a model's name where it looks like one, else its slug. */
export const nameOf = ({ name, slug }: NamedModel): string => (isName(name) ? name : `@${slug}`);

export interface Fact {
  term: string;
  value: string;
}
export interface LabelledLink {
  label: string;
  url: string;
  /** A line of text instead of a button, which a mail has once. */
  isQuiet?: boolean;
}
/** Plain text, a link with its label, or facts one below the other, with their total. */
export type Paragraph = string | LabelledLink | { facts: readonly Fact[]; total?: Fact };

/** Content of both forms of a mail. */
export interface MailBody {
  title: string;
  paragraphs: readonly Paragraph[];
  site: MailContext['site'];
}

const linkText = ({ label, url }: LabelledLink): string => `${label}\u00a0: ${url}`;
const asText = (part: Paragraph): string => {
  if (typeof part === 'string') return part;
  if ('url' in part) return linkText(part);
  const facts = part.total ? [...part.facts, part.total] : part.facts;
  return facts.map(({ term, value }) => `${term}\u00a0: ${value}`).join('\n');
};

/** "Coulisses : votre résiliation" gives "Votre résiliation". */
const titleOf = (subject: string, siteTitle: string): string => {
  const prefix = `${siteTitle}\u00a0: `;
  const own = subject.startsWith(prefix) ? subject.slice(prefix.length) : subject;
  return own.charAt(0).toUpperCase() + own.slice(1);
};

/** A mail in plain text and in HTML, from the same paragraphs; its title is the subject without the site's name. */
export const createMailContent = (
  subject: string,
  paragraphs: readonly Paragraph[],
  site: MailContext['site'],
): MailContent => ({
  subject,
  text: `${[...paragraphs.map(asText), ['--', ...footLinks(site).map(linkText)].join('\n')].join('\n\n')}\n`,
  html: renderMail({ title: titleOf(subject, site.title), paragraphs, site }),
});
