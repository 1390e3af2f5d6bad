import type { SiteFile } from 'contracts/pages';
import { footLinks, renderMail } from './mail-layout.ts';

/** Subject and body of a mail. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * Letters of any script, and characters that join them. Mail programs turn "www.example.org" into a link, so names must not contain
 * a dot.
 */
const NAME = /^[\p{L}\p{M}'’ -]+$/u;

/** Whether a text looks like a name. */
export const isName = (text: string): boolean => NAME.test(text);

/** Returns the greeting. Includes only text that looks like a name: anyone may register with another person's address. */
export const greeting = (firstName: string): string => (isName(firstName) ? `Bonjour ${firstName},` : 'Bonjour,');

/** Data available to every mail. */
export interface MailContext {
  site: { title: string; publicUrl: string };
  /** First name of the recipient; empty for an affiliate. */
  firstName: string;
  /** Returns the link of a reset mail, with this token or a new one. */
  resetUrl: (token?: string) => Promise<string>;
  /** Link that confirms a new address; empty in other mails. */
  confirmationUrl: string;
  /** Link that unsubscribes from reminders; empty in other mails. */
  stopUrl: string;
  /** Model of the recipient's registration; null when it is not visible to visitors. */
  model: NamedModel | null;
}

/** Name and link of a model in mails. */
export interface NamedModel {
  name: string;
  slug: string;
}
/** Returns a model's name if it looks like one, else its slug. */
export const nameOf = ({ name, slug }: NamedModel): string => (isName(name) ? name : `@${slug}`);

export interface Fact {
  term: string;
  value: string;
}
/** Most important fact, below the others. */
export interface Total extends Fact {
  isDate?: boolean;
}
export interface LabelledLink {
  label: string;
  url: string;
  /** Whether to render a line of text instead of a button, of which a mail has only one. */
  isQuiet?: boolean;
}
/** Picture of the site, which the text form leaves out. */
export interface MailPicture {
  path: SiteFile;
  alt: string;
}
/** Plain text, a labelled link, a picture, or a list of facts with their total. */
export type Paragraph = string | LabelledLink | MailPicture | { facts: readonly Fact[]; total?: Total };

/** Content of both the text and the HTML form of a mail. */
export interface MailBody {
  title: string;
  paragraphs: readonly Paragraph[];
  /** Sentence at the foot that states why the mail is sent; empty for none. */
  note: string;
  site: MailContext['site'];
}

const linkText = ({ label, url }: LabelledLink): string => `${label}\u00a0: ${url}`;
const asText = (part: Paragraph): string => {
  if (typeof part === 'string') return part;
  if ('url' in part) return linkText(part);
  if ('path' in part) return '';
  const facts = part.total ? [...part.facts, part.total] : part.facts;
  return facts.map(({ term, value }) => `${term}\u00a0: ${value}`).join('\n');
};

/** Derives the title from the subject: "Coulisses : votre résiliation" gives "Votre résiliation". */
const titleOf = (subject: string, siteTitle: string): string => {
  const prefix = `${siteTitle}\u00a0: `;
  const own = subject.startsWith(prefix) ? subject.slice(prefix.length) : subject;
  return own.charAt(0).toUpperCase() + own.slice(1);
};

interface ContentOptions {
  subject: string;
  /** Default: the subject without the site's name. */
  title?: string;
  note?: string;
  paragraphs: readonly Paragraph[];
  site: MailContext['site'];
}

/** Renders a mail as plain text and as HTML from the same paragraphs. */
export const createMailContent = ({
  subject,
  site,
  title = titleOf(subject, site.title),
  note = '',
  paragraphs,
}: ContentOptions): MailContent => {
  const foot = ['--', ...(note === '' ? [] : [note]), ...footLinks(site).map(linkText)].join('\n');
  const parts = [title, ...paragraphs.map(asText).filter((text) => text !== ''), foot];
  return {
    subject,
    text: `${parts.join('\n\n')}\n`,
    html: renderMail({ title, paragraphs, note, site }),
  };
};
