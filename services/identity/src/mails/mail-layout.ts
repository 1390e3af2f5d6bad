import './production-react.ts';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { pagePath, PAGES } from 'contracts/pages';
import type { PageName } from 'contracts/pages';
import { createElement as h } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Fact, LabelledLink, MailBody, Paragraph, Total } from './mail-content.ts';

const SANS = "'Instrument Sans',Arial,Helvetica,sans-serif";
const SERIF = "'Imbue',Georgia,'Times New Roman',serif";
const INK = '#21141f';
const SOFT = '#655462';

/** Inline styles, since many mail programs drop stylesheets; the stylesheet below is for those that support themes. */
const STYLES = {
  page: { margin: 0, padding: '32px 16px', background: '#f7f0e6', fontFamily: SANS },
  container: { maxWidth: 536, margin: '0 auto' },
  name: { fontFamily: SERIF, fontSize: 30, lineHeight: '32px', color: INK, textDecoration: 'none' },
  title: { margin: '28px 0 20px', fontFamily: SERIF, fontWeight: 400, fontSize: 40, lineHeight: '44px', color: INK },
  text: { margin: '0 0 16px', fontSize: 16, lineHeight: '25px', color: INK },
  button: {
    margin: '4px 0 20px',
    padding: '14px 26px',
    borderRadius: 999,
    background: '#cf3347',
    color: '#ffffff',
    fontSize: 16,
    fontWeight: 700,
    textDecoration: 'none',
  },
  link: { color: '#b02438', textDecoration: 'underline' },
  card: {
    margin: '4px 0 24px',
    padding: '16px 24px',
    background: '#fffaf3',
    border: '1px solid #e4d8c8',
    borderRadius: 18,
  },
  term: { padding: '4px 12px 4px 0', fontSize: 14, lineHeight: '21px', color: SOFT, verticalAlign: 'top' },
  value: { padding: '4px 0', fontSize: 14, lineHeight: '21px', fontWeight: 700, color: INK, textAlign: 'right' },
  total: { padding: '14px 0 0', fontFamily: SERIF, fontSize: 34, lineHeight: '38px', color: INK, textAlign: 'right' },
  picture: {
    width: '100%',
    maxWidth: 536,
    height: 'auto',
    display: 'block',
    margin: '0 0 24px',
    borderRadius: 6,
    background: '#130d17',
    color: '#fff6ec',
    fontSize: 14,
    lineHeight: '21px',
  },
  date: { fontSize: 24, lineHeight: '30px' },
  tear: { padding: '8px 0 0', borderBottom: '2px dashed #d3c4b4' },
  foot: {
    margin: '20px 0 0',
    padding: '20px 0 0',
    borderTop: '1px solid #e0d4c5',
    fontSize: 13,
    lineHeight: '20px',
    color: SOFT,
  },
  footLink: { color: SOFT, textDecoration: 'underline' },
} as const satisfies Record<string, CSSProperties>;

const DARK = `@media (prefers-color-scheme:dark){.page,.page>table>tbody>tr>td{background:#130d17!important}.card{background:#1e1623!important;border-color:#37293e!important}.tear{border-color:#4a3a50!important}.ink{color:#f8f0e7!important}.soft,.soft a{color:#bfafb8!important;border-color:#4a3a50!important}.button{background:#ff6a63!important;color:#2a070b!important}.link{color:#ff8d85!important}}@media (max-width:620px){.title{font-size:34px!important;line-height:38px!important}}`;

const FOOT = ['account', 'cancellation', 'contact', 'imprint'] as const satisfies PageName[];

/** Returns the links in the footer of every mail. */
export const footLinks = ({ publicUrl }: Pick<MailBody['site'], 'publicUrl'>): LabelledLink[] =>
  FOOT.map((page) => ({ label: PAGES[page].title, url: `${publicUrl}${pagePath(page)}` }));

/** "E-mail" with a non-breaking hyphen. */
const UNBROKEN_EMAIL = 'e\u2011mail';

const factRow = ({ term, value }: Fact) =>
  h(
    'tr',
    { key: term },
    h('td', { className: 'soft', style: STYLES.term }, term),
    h('td', { className: 'ink', style: STYLES.value }, value),
  );

/** Renders the total below a perforation, in the largest figures; a date in smaller ones, to fit a phone. */
const totalRows = ({ term, value, isDate }: Total) => [
  h('tr', { key: 'tear' }, h('td', { className: 'tear', colSpan: 2, style: STYLES.tear })),
  h(
    'tr',
    { key: 'total' },
    h('td', { className: 'soft', style: { ...STYLES.term, padding: 0, verticalAlign: 'bottom' } }, term),
    h('td', { className: 'ink', style: isDate ? { ...STYLES.total, ...STYLES.date } : STYLES.total }, value),
  ),
];

const block = ({ publicUrl }: MailBody['site'], part: Paragraph, index: number): ReactNode => {
  if (typeof part === 'string')
    return h(Text, { key: index, className: 'ink', style: STYLES.text }, part.replaceAll('e-mail', UNBROKEN_EMAIL));
  if ('url' in part && part.isQuiet)
    return h(
      Text,
      { key: index, style: STYLES.text },
      h(Link, { className: 'link', href: part.url, style: STYLES.link }, part.label),
    );
  if ('url' in part)
    return h(
      Section,
      { key: index },
      h(Button, { className: 'button', href: part.url, style: STYLES.button }, part.label),
    );
  if ('path' in part)
    // Lazy: React preloads other pictures, by a link that mail programs ignore or remove.
    return h('img', {
      key: index,
      src: `${publicUrl}${part.path}`,
      alt: part.alt,
      width: 536,
      loading: 'lazy',
      style: STYLES.picture,
    });
  return h(
    Section,
    { key: index, className: 'card', style: STYLES.card },
    h(
      'table',
      { role: 'presentation', width: '100%', cellSpacing: 0 },
      h('tbody', null, part.facts.map(factRow), part.total && totalRows(part.total)),
    ),
  );
};

/** Length up to which React Email pads the preview, with 18 bytes per character. */
const PREVIEW_LENGTH = 150;
/** Zero-width characters that keep the text after the preview from being shown beside the subject. */
const FILLER = '\u034f\u2007';

/** Returns the text that mail programs show beside the subject: the first sentence that is no greeting. */
const previewOf = (paragraphs: readonly Paragraph[]): string => {
  const sentence = paragraphs.filter((part) => typeof part === 'string').find((text) => !text.startsWith('Bonjour'));
  return (sentence?.slice(0, 120) ?? '').padEnd(PREVIEW_LENGTH, FILLER);
};

/** Renders a mail as HTML in the brand's design: tables, readable in both themes (docs/domain.md#mails). */
export const renderMail = ({ title, paragraphs, note, site }: MailBody): string =>
  `<!doctype html>${renderToStaticMarkup(
    h(
      Html,
      { lang: 'fr' },
      h(
        Head,
        null,
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('title', null, title),
        h('style', null, DARK),
      ),
      h(
        Body,
        { className: 'page', style: STYLES.page },
        h(Preview, null, previewOf(paragraphs)),
        h(
          Container,
          { style: STYLES.container },
          h(Link, { className: 'ink', href: site.publicUrl, style: STYLES.name }, site.title),
          h(Heading, { as: 'h1', className: 'title ink', style: STYLES.title }, title),
          paragraphs.map((part, index) => block(site, part, index)),
          h(
            Text,
            { className: 'soft', style: STYLES.foot },
            note !== '' && [note, h('br', { key: 'note' })],
            footLinks(site).flatMap(({ label, url }, index) => [
              index > 0 ? ' \u00a0 ' : '',
              h(Link, { key: url, href: url, style: STYLES.footLink }, label),
            ]),
          ),
        ),
      ),
    ),
  )}`;
