import { PAGES, pagePath } from 'contracts/pages';
import type { PageName } from 'contracts/pages';

const segment = encodeURIComponent;

/** Builders of the addresses of pages. */
export const paths = {
  home: () => pagePath('home'),
  /** Where the partner page leads. */
  homeFromAffiliate: (slug: string) => `${pagePath('home')}?affiliate=${segment(slug)}`,
  model: (slug: string) => pagePath('model', slug),
  /** A model's page, credited to an affiliate. */
  modelFromAffiliate: (slug: string, affiliate: string) => `${pagePath('model', slug)}?affiliate=${segment(affiliate)}`,
  live: (slug: string) => pagePath('live', slug),
  partner: (slug: string) => pagePath('partner', slug),
  welcome: () => pagePath('welcome'),
  paymentStatus: () => pagePath('paymentStatus'),
  success: () => pagePath('success'),
  account: () => pagePath('account'),
  resetPassword: (token: string) => `${pagePath('resetPassword')}?token=${segment(token)}`,
  admin: () => pagePath('administration'),
  affiliate: (slug: string) => pagePath('affiliatePanel', slug),
};

/** Path of a page with its parameters, for a route. */
export const routeOf = (page: PageName): string => PAGES[page].path;
