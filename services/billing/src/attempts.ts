const HOUR_SECONDS = 60 * 60;

/** Limits of attempts per window. A request about a contract sends a mail to the typed address. */
export const ATTEMPTS = {
  contractRequestEmail: { attempts: 5, windowSeconds: HOUR_SECONDS },
  contractRequestAddress: { attempts: 20, windowSeconds: HOUR_SECONDS },
};
