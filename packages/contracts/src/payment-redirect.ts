/** GET /redirect/payment?affiliate= responds with a redirect or a page, not JSON; clients only need its path. */
export const PAYMENT_REDIRECT_PATH = '/redirect/payment';
/** Returns the link of "PAYER DEUX EUROS" for a model's slug, an affiliate's slug or "default". */
export const paymentRedirect = (affiliate: string): string =>
  `${PAYMENT_REDIRECT_PATH}?affiliate=${encodeURIComponent(affiliate)}`;
