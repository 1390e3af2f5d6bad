const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** How often each thing may be tried (design, section 3): by account, by the client's address, or by everybody together. */
export const ATTEMPTS = {
  loginAccount: { attempts: 10, windowSeconds: QUARTER_HOUR },
  loginAddress: { attempts: 50, windowSeconds: QUARTER_HOUR },
  administratorAddress: { attempts: 10, windowSeconds: QUARTER_HOUR },
  administratorEverybody: { attempts: 100, windowSeconds: QUARTER_HOUR },
  registrationAddress: { attempts: 100, windowSeconds: HOUR },
  forgottenAccount: { attempts: 5, windowSeconds: HOUR },
  forgottenAddress: { attempts: 30, windowSeconds: HOUR },
  resetAddress: { attempts: 50, windowSeconds: QUARTER_HOUR },
};
export type Attempts = typeof ATTEMPTS;

/** On a developer's machine tests and load tests register many people from one address. */
export const DEVELOPMENT_ATTEMPTS: Attempts = { ...ATTEMPTS, registrationAddress: { attempts: 10_000, windowSeconds: HOUR } };
