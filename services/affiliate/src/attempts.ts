const QUARTER_HOUR = 15 * 60;

/** How often a login may fail (design, section 3): by affiliate, and by the client's address. */
export const ATTEMPTS = {
  loginAffiliate: { attempts: 10, windowSeconds: QUARTER_HOUR },
  loginAddress: { attempts: 50, windowSeconds: QUARTER_HOUR },
};
