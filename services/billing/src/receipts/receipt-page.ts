import { receiptPdfPath } from 'contracts/operations/payments';
import { pagePath } from 'contracts/pages';
import { createElement as h } from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ASSETS_PATH } from './receipt-assets.ts';
import type { Fact, Receipt } from './receipt.ts';

/** Content security policy of the page: only its stylesheet and fonts. */
export const RECEIPT_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const page = (title: string, ...content: ReactNode[]): string =>
  `<!doctype html>${renderToStaticMarkup(
    h(
      'html',
      { lang: 'fr' },
      h(
        'head',
        null,
        h('meta', { charSet: 'utf-8' }),
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'robots', content: 'noindex' }),
        h('meta', { name: 'format-detection', content: 'telephone=no' }),
        h('title', null, title),
        h('link', { rel: 'stylesheet', href: `${ASSETS_PATH}/receipt.css` }),
      ),
      h('body', null, h('main', null, ...content)),
    ),
  )}`;

const factRow = ({ term, value, isMissing }: Fact, index: number) =>
  h('div', { key: index }, h('dt', null, term), h('dd', null, isMissing ? h('mark', null, value) : value));
const facts = (list: readonly Fact[], className?: string) => h('dl', { className }, list.map(factRow));
const section = (title: string, ...content: ReactNode[]) => h('section', null, h('h2', null, title), ...content);

/** Renders a receipt as a page that prints on one sheet. */
export const receiptPage = (paymentId: string, receipt: Receipt): string =>
  page(
    `Reçu ${receipt.number} - ${receipt.siteTitle}`,
    h('p', { key: 'site', className: 'name' }, receipt.siteTitle),
    h('h1', { key: 'title' }, 'Reçu'),
    h(
      'div',
      { key: 'ticket', className: 'ticket' },
      facts(receipt.facts),
      facts([receipt.total], 'total'),
      facts(receipt.after),
    ),
    h(
      'div',
      { key: 'parties', className: 'parties' },
      section('Vendeur', facts(receipt.seller)),
      receipt.buyer.length > 0 && section('Client', facts(receipt.buyer)),
    ),
    h(
      'p',
      { key: 'links', className: 'links' },
      h('a', { href: receiptPdfPath(paymentId) }, 'Télécharger en PDF'),
      h('a', { href: pagePath('account') }, 'Mon compte'),
    ),
  );

/** Renders the page for a payment that the subscriber does not have. */
export const missingReceiptPage = (): string =>
  page(
    'Reçu introuvable',
    h('h1', { key: 'title' }, 'Reçu introuvable'),
    h('p', { key: 'reason' }, 'Ce reçu n’existe pas, ou il appartient à un autre compte.'),
    h('p', { key: 'links', className: 'links' }, h('a', { href: pagePath('account') }, 'Mon compte')),
  );
