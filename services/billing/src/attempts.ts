const HOUR_SECONDS = 60 * 60;

/** Attempts per window. A request about a contract sends a mail to the address that was typed. */
export const ATTEMPTS = {
  contractRequestEmail: { attempts: 5, windowSeconds: HOUR_SECONDS },
  contractRequestAddress: { attempts: 20, windowSeconds: HOUR_SECONDS },
};
