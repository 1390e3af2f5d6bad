import { AppError } from './errors.ts';
import type { Postgres } from './postgres.ts';
import { createRateLimiter } from './rate-limiter.ts';

const QUARTER_HOUR_SECONDS = 15 * 60;
const DAY_SECONDS = 24 * 60 * 60;

/** Failures of one address, whatever the accounts. */
const ADDRESS = { attempts: 50, windowSeconds: QUARTER_HOUR_SECONDS };
/** Failures on one account from unknown browsers anywhere; beyond them it counts as attacked. */
const ACCOUNT = { attempts: 30, windowSeconds: QUARTER_HOUR_SECONDS };
/** Failures on one account from one address or known browser, which decide the delay before the next. */
const PAIR = { attempts: 5, windowSeconds: DAY_SECONDS };
const MAX_DELAY_SECONDS = QUARTER_HOUR_SECONDS;
/** Attempts of every address in a quarter of an hour while an account is attacked: at least two, whatever happens elsewhere. */
const ATTACKED = { attempts: 2, delaySeconds: QUARTER_HOUR_SECONDS / 2 };

/** Attempt to log in: the account, the address and the browser. */
export interface LoginAttempt {
  /** E-mail, slug: as it was typed. */
  account: string;
  /** See `clientAddress`. */
  address: string;
  /** See `createDeviceCookies`. */
  knownDevice: string | null;
}

/**
 * Limits the failures of logins without letting outsiders lock anybody out:
 * 1. A blocked address counts nowhere else.
 * 2. Five failures on one account from one address are free; each further one doubles the delay before the next, from 2 s to 15 min.
 * 3. Failures from many addresses only shrink that allowance for browsers that are not known (`ATTACKED`).
 * 4. A browser that has opened the account before is counted by itself, untouched by 1 and 3.
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
  /** Seconds until the next attempt where this one fails too; 0 while failures are free. */
  const delayAfter = (failures: number, isAttacked: boolean): number => {
    if (isAttacked) return failures < ATTACKED.attempts ? 0 : ATTACKED.delaySeconds;
    return failures < PAIR.attempts ? 0 : Math.min(2 ** (failures - PAIR.attempts + 1), MAX_DELAY_SECONDS);
  };

  const giveBackOutside = async ({ account, address, knownDevice }: LoginAttempt): Promise<void> => {
    if (knownDevice === null) await Promise.all([addresses.giveBack(address), accounts.giveBack(account)]);
  };
  /** Takes back one attempt that was not made, or not judged; a delay that it began stays. */
  const withdraw = async (attempt: LoginAttempt): Promise<void> => {
    await Promise.all([giveBackOutside(attempt), pairs.giveBack(pairOf(attempt))]);
  };

  return {
    /**
     * Counts an attempt as failed before the password is verified: attempts sent side by side are all counted.
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
      // One of several attempts sent side by side begins the delay; the others have to wait for its end.
      const secondsToWait = delay === 0 ? null : await delays.take(pair, delay);
      if (secondsToWait === null) return;
      await withdraw(attempt);
      deny(secondsToWait);
    },
    withdraw,
    /**
     * Takes back an attempt whose password was right while a second factor is missing. Earlier failures stay, or wrong codes
     * would be free between two passwords; a delay ends, so that the second step need not wait for it.
     */
    pass: async (attempt: LoginAttempt): Promise<void> => {
      await Promise.all([withdraw(attempt), delays.reset(pairOf(attempt))]);
    },
    /** Takes a successful attempt back, with the failures of its pair. */
    succeed: async (attempt: LoginAttempt): Promise<void> => {
      const pair = pairOf(attempt);
      await Promise.all([giveBackOutside(attempt), pairs.reset(pair), delays.reset(pair)]);
    },
  };
};
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;
