const QUARTER_HOUR_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;

/** Limits of attempts per window, by account or client address. Logins have their own limits (service-kit/login-throttle). */
export const ATTEMPTS = {
  registrationAddress: { attempts: 100, windowSeconds: HOUR_SECONDS },
  /** Only successful attempts: each account may have mails sent to the address, which is not confirmed. */
  registrationEmail: { attempts: 5, windowSeconds: HOUR_SECONDS },
  resetRequestAccount: { attempts: 5, windowSeconds: HOUR_SECONDS },
  resetRequestAddress: { attempts: 30, windowSeconds: HOUR_SECONDS },
  resetAddress: { attempts: 50, windowSeconds: QUARTER_HOUR_SECONDS },
  accountDeletion: { attempts: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Includes successful attempts: each sends a mail. */
  passwordChange: { attempts: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Includes successful attempts: each sends two mails. */
  emailChangeAccount: { attempts: 5, windowSeconds: HOUR_SECONDS },
  emailChangeAddress: { attempts: 30, windowSeconds: HOUR_SECONDS },
  /** Mails to one new address, whichever accounts request them. */
  emailChangeTarget: { attempts: 5, windowSeconds: HOUR_SECONDS },
  emailConfirmationAddress: { attempts: 50, windowSeconds: QUARTER_HOUR_SECONDS },
  /** Mails about new devices to one address, which may be a stranger's. */
  newDeviceMail: { attempts: 5, windowSeconds: HOUR_SECONDS },
};
export type Attempts = typeof ATTEMPTS;

/** Limits on a developer's machine, where tests and load tests register many users from one address. */
export const DEVELOPMENT_ATTEMPTS: Attempts = {
  ...ATTEMPTS,
  registrationAddress: { attempts: 10_000, windowSeconds: HOUR_SECONDS },
};
