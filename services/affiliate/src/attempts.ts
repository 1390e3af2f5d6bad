/** Limits of attempts per window. Logins have their own limits (service-kit/login-throttle). */
export const ATTEMPTS = {
  /** Includes successful attempts: each sends a mail. */
  passwordChange: { attempts: 5, windowSeconds: 15 * 60 },
  /** Test notifications and manual retries of one affiliate. */
  outgoingTest: { attempts: 20, windowSeconds: 15 * 60 },
};
