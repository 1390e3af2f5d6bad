import { AppError } from './errors.ts';
import type { Postgres } from './postgres.ts';
import { createRateLimiter } from './rate-limiter.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;

/** Failures of one address, on all accounts. */
const ADDRESS = { attempts: 50, windowSeconds: QUARTER_HOUR_SECONDS };
/** Failures on one account from all unknown browsers; beyond these the account counts as attacked. */
const ACCOUNT = { attempts: 30, windowSeconds: QUARTER_HOUR_SECONDS };
/** Failures on one account from one address or known browser; they determine the delay before the next attempt. */
const PAIR = { attempts: 5, windowSeconds: DAY_SECONDS };
const MAX_DELAY_SECONDS = QUARTER_HOUR_SECONDS;
/**
 * Attempts of each address on an attacked account in a quarter of an hour: at least two, however many other addresses have failed.
 */
const ATTACKED = { attempts: 2, delaySeconds: QUARTER_HOUR_SECONDS / 2 };

/** Login attempt: account, address and browser. */
export interface LoginAttempt {
  /** E-mail or slug, as typed. */
  account: string;
  /** Result of `clientAddress`. */
  address: string;
  /** Id from `createDeviceCookies`; null for an unknown browser. */
  knownDevice: string | null;
}

/**
 * Limits failed logins so that outsiders cannot lock a user out:
 * 1. A blocked address counts in no other limit.
 * 2. On one account, an address has five attempts without a delay; each further failure doubles the delay, from 2 s to 15 min.
 * 3. Failures from many addresses only reduce the attempts of unknown browsers (`ATTACKED`).
 * 4. A browser that has opened the account before has its own count; 1 and 3 do not apply to it.
 */
export const createLoginThrottle = (postgres: Pick<Postgres, 'query'>, name: string) => {
  const addresses = createRateLimiter(postgres, `${name}:address`, ADDRESS);
  const accounts = createRateLimiter(postgres, `${name}:account`, ACCOUNT);
  const pairs = createRateLimiter(postgres, `${name}:pair`, PAIR);
  const delays = createRateLimiter(postgres, `${name}:delay`, { attempts: 1, windowSeconds: MAX_DELAY_SECONDS });
  const pairOf = ({ account, address, knownDevice }: LoginAttempt) =>
    `${account}\n${knownDevice === null ? address : `device ${knownDevice}`}`;

  const deny = (retryAfterSeconds: number): never => {
    throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  };
  /** Returns the seconds until the next attempt if this one fails as well; 0 while failures cause no delay. */
  const delayAfter = (failures: number, isAttacked: boolean): number => {
    if (isAttacked) return failures < ATTACKED.attempts ? 0 : ATTACKED.delaySeconds;
    return failures < PAIR.attempts ? 0 : Math.min(2 ** (failures - PAIR.attempts + 1), MAX_DELAY_SECONDS);
  };

  const giveBackOutside = async ({ account, address, knownDevice }: LoginAttempt): Promise<void> => {
    if (knownDevice === null) await Promise.all([addresses.giveBack(address), accounts.giveBack(account)]);
  };
  /** Uncounts an attempt that was not made, or whose outcome is unknown; a delay that it started remains. */
  const withdraw = async (attempt: LoginAttempt): Promise<void> => {
    await Promise.all([giveBackOutside(attempt), pairs.giveBack(pairOf(attempt))]);
  };

  return {
    /**
     * Counts an attempt as failed before the password is verified, so that concurrent attempts all count.
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    take: async (attempt: LoginAttempt): Promise<void> => {
      const { account, address, knownDevice } = attempt;
      const pair = pairOf(attempt);
      const isKnown = knownDevice !== null;
      const addressSeconds = isKnown ? null : await addresses.take(address);
      if (addressSeconds !== null) return deny(addressSeconds);
      const delaySeconds = await delays.secondsLeft(pair);
      if (delaySeconds !== null) {
        if (!isKnown) await addresses.giveBack(address);
        return deny(delaySeconds);
      }
      const isAttacked = !isKnown && (await accounts.count(account)) > ACCOUNT.attempts;
      const delay = delayAfter(await pairs.count(pair), isAttacked);
      // Only one of several concurrent attempts starts the delay; the others must wait until it ends.
      const secondsToWait = delay === 0 ? null : await delays.take(pair, delay);
      if (secondsToWait === null) return;
      await withdraw(attempt);
      deny(secondsToWait);
    },
    withdraw,
    /**
     * Uncounts an attempt with the right password and no second factor yet. Earlier failures remain, since wrong codes would
     * otherwise be free after each password; the delay is cleared, so that the second step need not wait.
     */
    pass: async (attempt: LoginAttempt): Promise<void> => {
      await Promise.all([withdraw(attempt), delays.reset(pairOf(attempt))]);
    },
    /** Uncounts a successful attempt and deletes the failures of its pair. */
    succeed: async (attempt: LoginAttempt): Promise<void> => {
      const pair = pairOf(attempt);
      await Promise.all([giveBackOutside(attempt), pairs.reset(pair), delays.reset(pair)]);
    },
  };
};
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;
