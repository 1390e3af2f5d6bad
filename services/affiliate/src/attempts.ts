/** How often each thing may be tried. Logins have rules of their own (service-kit/login-throttle). */
export const ATTEMPTS = {
  /** Also those that succeed: each sends a mail. */
  passwordChange: { attempts: 5, windowSeconds: 15 * 60 },
};
