import { PAGES, pagePath } from 'contracts/pages';
import type { LegalPage, PageName } from 'contracts/pages';

const segment = encodeURIComponent;

/** Builders of the addresses of pages. */
export const paths = {
  home: () => pagePath('home'),
  /** Home page as linked by the partner page. */
  homeFromAffiliate: (slug: string) => `${pagePath('home')}?affiliate=${segment(slug)}`,
  model: (slug: string) => pagePath('model', slug),
  /** A model's page, credited to an affiliate. */
  modelFromAffiliate: (slug: string, affiliate: string) => `${pagePath('model', slug)}?affiliate=${segment(affiliate)}`,
  /** @param panel slug of the affiliate from whose panel it is opened; null: the administrator's */
  preview: (slug: string, panel: string | null) =>
    `${pagePath('preview', slug)}${panel === null ? '' : `?panneau=${segment(panel)}`}`,
  live: (slug: string) => pagePath('live', slug),
  partner: (slug: string) => pagePath('partner', slug),
  welcome: () => pagePath('welcome'),
  paymentStatus: () => pagePath('paymentStatus'),
  success: () => pagePath('success'),
  /** @param section anchor of a section */
  account: (section?: string) => pagePath('account') + (section ? `#${section}` : ''),
  cancellation: () => pagePath('cancellation'),
  withdrawal: () => pagePath('withdrawal'),
  legal: (page: LegalPage) => pagePath(page),
  /** Section in which a visitor changes consent. */
  consent: () => `${pagePath('cookies')}#vos-choix`,
  resetPassword: (token: string) => `${pagePath('resetPassword')}?token=${segment(token)}`,
  admin: () => pagePath('administration'),
  affiliate: (slug: string) => pagePath('affiliatePanel', slug),
};

/** Returns the path pattern of a page, for a route. */
export const routeOf = (page: PageName): string => PAGES[page].path;
