const segment = encodeURIComponent;

/** Builders of the site's addresses. */
export const paths = {
  home: () => '/',
  /** Where the partner page leads. */
  homeFromAffiliate: (slug: string) => `/?affiliate=${segment(slug)}`,
  model: (slug: string) => `/${segment(slug)}`,
  /** A model's page, credited to an affiliate. */
  modelFromAffiliate: (slug: string, affiliate: string) => `/${segment(slug)}?affiliate=${segment(affiliate)}`,
  live: (slug: string) => `/${segment(slug)}/live`,
  partner: (slug: string) => `/partner/${segment(slug)}`,
  welcome: () => '/welcome',
  paymentStatus: () => '/payment-status',
  success: () => '/success',
  account: () => '/account',
  resetPassword: (token: string) => `/reset-password?token=${segment(token)}`,
  admin: () => '/admin/main',
  affiliate: (slug: string) => `/affiliate/${segment(slug)}`,
};
