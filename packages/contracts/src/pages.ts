import { ofName } from './texts.ts';

/** Micro-frontends of the site: folder below microfrontends/, path below /remotes/, and `mf_<name>` in the federation. */
export const MICROFRONTENDS = ['public', 'admin', 'affiliate'] as const;
export type MicrofrontendName = (typeof MICROFRONTENDS)[number];

export interface PageDefinition {
  /** Path in which `:modelSlug` and `:slug` stand for one slug segment; at most one per page. */
  path: string;
  microfrontend: MicrofrontendName;
  /** The page's part of the document title, or a function of its model's name; absent: only the site's title. */
  title?: string | ((name: string) => string);
  /**
   * Present when all visitors see the same: the server renders the page, and the gateway caches it until an event invalidates it.
   * Other pages depend on the viewer: the browser renders them, and they are never cached.
   */
  server?: {
    /** Public data with which the page is rendered, and on which its cached HTML depends. */
    data?: 'models' | 'model' | 'affiliate' | 'operator';
    /** Whether the sitemap lists the page, once per model when its path has a slug. */
    isInSitemap?: true;
  };
}

/** Pages that state the facts of the site's operator. */
const LEGAL = { microfrontend: 'public', server: { data: 'operator' } } as const;

/**
 * Every page of the site, the most specific path first; any other path is the 404 page. Gateway rows, reserved slugs, routes,
 * addresses, titles and the sitemap derive from this table (docs/architecture.md#rendering).
 */
export const PAGES = {
  home: { path: '/', microfrontend: 'public', server: { data: 'models', isInSitemap: true } },
  welcome: { path: '/welcome', microfrontend: 'public', title: 'Bienvenue' },
  paymentStatus: { path: '/payment-status', microfrontend: 'public', title: 'Paiement' },
  success: { path: '/success', microfrontend: 'public', title: 'Accès VIP' },
  account: { path: '/account', microfrontend: 'public', title: 'Mon compte' },
  cancellation: { path: '/resilier', microfrontend: 'public', title: 'Résilier votre contrat' },
  withdrawal: { path: '/renoncer', microfrontend: 'public', title: 'Renoncer au contrat' },
  termsOfUse: { path: '/cgu', ...LEGAL, title: 'Conditions générales d’utilisation' },
  termsOfSale: { path: '/cgv', ...LEGAL, title: 'Conditions générales de vente' },
  privacy: { path: '/confidentialite', ...LEGAL, title: 'Confidentialité' },
  cookies: { path: '/cookies', ...LEGAL, title: 'Cookies' },
  imprint: { path: '/mentions-legales', ...LEGAL, title: 'Mentions légales' },
  contact: { path: '/contact', ...LEGAL, title: 'Contact' },
  report: { path: '/signaler', ...LEGAL, title: 'Signaler un contenu' },
  resetPassword: { path: '/reset-password', microfrontend: 'public', title: 'Nouveau mot de passe' },
  confirmEmail: { path: '/confirm-email', microfrontend: 'public', title: 'Nouvelle adresse' },
  unsubscribe: { path: '/desabonnement', microfrontend: 'public', title: 'Désabonnement' },
  administration: { path: '/admin/main', microfrontend: 'admin', title: 'Administration Principale' },
  affiliatePanel: { path: '/affiliate/:slug', microfrontend: 'affiliate', title: 'Administration Affilié' },
  partnerWithoutSlug: {
    path: '/partner',
    microfrontend: 'public',
    title: "Slug d'affilié manquant",
    server: {},
  },
  partner: {
    path: '/partner/:slug',
    microfrontend: 'public',
    title: 'Accès Partenaire',
    server: { data: 'affiliate' },
  },
  /** Preview of a hidden model as visitors would see it, for users who may edit it (docs/domain.md#publication). */
  preview: { path: '/apercu/:modelSlug', microfrontend: 'public', title: (name: string) => `Aperçu ${ofName(name)}` },
  model: {
    path: '/:modelSlug',
    microfrontend: 'public',
    title: (name: string) => name,
    server: { data: 'model', isInSitemap: true },
  },
  live: {
    path: '/:modelSlug/live',
    microfrontend: 'public',
    title: (name: string) => `Live ${ofName(name)}`,
    server: { data: 'model', isInSitemap: true },
  },
} as const satisfies Record<string, PageDefinition>;
export type PageName = keyof typeof PAGES;
/** Names of the pages that state the facts of the site's operator. */
export type LegalPage = {
  [Page in PageName]: (typeof PAGES)[Page] extends { server: { data: 'operator' } } ? Page : never;
}[PageName];
/** Names of the pages that a micro-frontend shows. */
export type PageOf<Name extends MicrofrontendName> = {
  [Page in PageName]: (typeof PAGES)[Page]['microfrontend'] extends Name ? Page : never;
}[PageName];

const ROWS: Readonly<Record<PageName, PageDefinition>> = PAGES;

/** Returns the row of a page, including its optional columns. */
export const pageOf = (page: PageName): PageDefinition => ROWS[page];

/** Returns the pages whose row satisfies a condition, in the table's order. */
export const pagesWhere = (satisfies: (page: PageDefinition) => boolean): PageName[] =>
  (Object.keys(PAGES) as PageName[]).filter((page) => satisfies(ROWS[page]));

/** First path segments of the panels: no page below them is public. */
export const PANEL_ROOTS: readonly string[] = [
  ...new Set(
    pagesWhere(({ microfrontend }) => microfrontend !== 'public').map((page) => PAGES[page].path.split('/')[1] ?? ''),
  ),
];

/** Returns the path of a page, without a query. */
export const pagePath = (page: PageName, slug = ''): string =>
  PAGES[page].path.replace(/:\w+/, encodeURIComponent(slug));

/** Returns a document title: the page's own part before the site's, or only the site's. */
export const titleOf = (siteTitle: string, own?: string): string => (own ? `${own} - ${siteTitle}` : siteTitle);

/** Returns the path of the calendar file with a model's next live; `:modelSlug` gives its route. */
export const liveCalendarPath = (slug: string): string => `${pagePath('live', slug)}.ics`;

/**
 * Returns the title of a page.
 * @param name of the page's model, if it has one
 */
export const pageTitle = (siteTitle: string, page: PageName, name?: string): string => {
  const { title } = ROWS[page];
  return titleOf(siteTitle, typeof title === 'function' ? name && title(name) : title);
};

/** Files at the root of the site, besides its pages. */
export const SITE_FILES = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/mail-chair.jpg',
  '/mail-stage.jpg',
  '/manifest.webmanifest',
  '/robots.txt',
  '/share.jpg',
] as const;
export type SiteFile = (typeof SITE_FILES)[number];

/** Script of the service worker; at the root, so that its scope is the whole site. */
export const SERVICE_WORKER_PATH = '/service-worker.js';
/** Page that a browser shows without a network (docs/domain.md#without-a-network). */
export const OFFLINE_PATH = '/offline';

/** Shared 404 documents, by what was not found. */
export const NOT_FOUND_DOCUMENTS = [
  'page',
  'model',
  'live',
  'partner',
  'partnerWithoutSlug',
] as const satisfies readonly (PageName | 'page')[];
export type NotFoundDocument = (typeof NOT_FOUND_DOCUMENTS)[number];

/** Returns the shared 404 document of a page whose entity does not exist. */
export const notFoundDocumentOf = (page: PageName): NotFoundDocument =>
  NOT_FOUND_DOCUMENTS.find((document) => document === page) ?? 'page';

/**
 * Returns the address of a shared 404 document, which the shell sends in Content-Location (RFC 9110, section 8.7). No page has this
 * address: slugs begin with a letter or a digit.
 */
export const notFoundPath = (document: NotFoundDocument): string => `/.not-found/${document}`;

/** Query of the home page that opens the dialog "Mot de passe oublié", for links in mails. */
export const FORGOT_PASSWORD_QUERY = 'connexion=oubli';
