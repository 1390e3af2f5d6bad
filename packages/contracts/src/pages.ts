/**
 * Who builds a page's HTML: the server for what everybody sees alike, the browser for what depends on the person.
 */
export type Rendering = 'server' | 'browser';

interface PageDefinition {
  /** `:modelSlug` and `:slug` stand for one segment that is a slug. */
  path: string;
  rendering: Rendering;
}

/** Every page of the site (specification, section 2), the most specific path first. Whatever is not here is the 404 page. */
export const PAGES = {
  home: { path: '/', rendering: 'server' },
  welcome: { path: '/welcome', rendering: 'browser' },
  paymentStatus: { path: '/payment-status', rendering: 'browser' },
  success: { path: '/success', rendering: 'browser' },
  account: { path: '/account', rendering: 'browser' },
  resetPassword: { path: '/reset-password', rendering: 'browser' },
  administration: { path: '/admin/main', rendering: 'browser' },
  affiliatePanel: { path: '/affiliate/:slug', rendering: 'browser' },
  partnerWithoutSlug: { path: '/partner', rendering: 'server' },
  partner: { path: '/partner/:slug', rendering: 'server' },
  model: { path: '/:modelSlug', rendering: 'server' },
  live: { path: '/:modelSlug/live', rendering: 'server' },
} as const satisfies Record<string, PageDefinition>;
export type PageName = keyof typeof PAGES;

/** Files at the root of the site beside its pages. */
export const SITE_FILES = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/manifest.webmanifest',
  '/robots.txt',
  '/share.jpg',
] as const;
export type SiteFile = (typeof SITE_FILES)[number];

/** Shared documents of pages that do not exist, by what was looked for. */
export const NOT_FOUND_DOCUMENTS = ['page', 'model', 'live', 'partner', 'partnerWithoutSlug'] as const;
export type NotFoundDocument = (typeof NOT_FOUND_DOCUMENTS)[number];

/**
 * Address of a shared 404 document, which the shell names in Content-Location (RFC 9110, section 8.7). No page has it: a slug
 * begins with a letter or a digit.
 */
export const notFoundPath = (document: NotFoundDocument): string => `/.not-found/${document}`;
