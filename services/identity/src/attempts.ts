const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;

/** Attempts per window, by account or by the client's address. Logins have rules of their own (service-kit/login-throttle). */
export const ATTEMPTS = {
  registrationAddress: { attempts: 100, windowSeconds: HOUR_SECONDS },
  resetRequestAccount: { attempts: 5, windowSeconds: HOUR_SECONDS },
  resetRequestAddress: { attempts: 30, windowSeconds: HOUR_SECONDS },
  resetAddress: { attempts: 50, windowSeconds: QUARTER_HOUR_SECONDS },
  accountDeletion: { attempts: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Also those that succeed: each sends a mail. */
  passwordChange: { attempts: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Also those that succeed: each sends two mails. */
  emailChangeAccount: { attempts: 5, windowSeconds: HOUR_SECONDS },
  emailChangeAddress: { attempts: 30, windowSeconds: HOUR_SECONDS },
  emailConfirmationAddress: { attempts: 50, windowSeconds: QUARTER_HOUR_SECONDS },
};
export type Attempts = typeof ATTEMPTS;

/** Attempts on a developer's machine, where tests and load tests register many people from one address. */
export const DEVELOPMENT_ATTEMPTS: Attempts = {
  ...ATTEMPTS,
  registrationAddress: { attempts: 10_000, windowSeconds: HOUR_SECONDS },
};
