/** Attempts per window. Logins have rules of their own (service-kit/login-throttle). */
export const ATTEMPTS = {
  /** Also those that succeed: each sends a mail. */
  passwordChange: { attempts: 5, windowSeconds: 15 * 60 },
  /** Test notifications and retries by hand of one affiliate. */
  outgoingTest: { attempts: 20, windowSeconds: 15 * 60 },
};
