import { randomUUID } from 'node:crypto';
import { createLoginThrottle } from 'service-kit/login-throttle';
import type { LoginAttempt, LoginThrottle } from 'service-kit/login-throttle';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';

const QUARTER_HOUR_SECONDS = 15 * 60;
let database: Database;
let throttle: LoginThrottle;
beforeAll(async () => {
  database = await startKitDatabase();
  throttle = createLoginThrottle(database.postgres, 'login:test');
});
afterAll(() => database.stop());

const newAccount = () => `${randomUUID()}@example.org`;
let addresses = 0;
const newAddress = () => `2001:db8:0:${(addresses += 1).toString(16)}::/64`;
const attemptOf = (changes: Partial<LoginAttempt> = {}): LoginAttempt => ({
  account: newAccount(),
  address: newAddress(),
  knownDevice: null,
  ...changes,
});

/** Returns the seconds to wait where the attempt is denied, 0 where it is allowed. */
const wait = async (attempt: LoginAttempt): Promise<number> => {
  try {
    await throttle.take(attempt);
    return 0;
  } catch (error) {
    expect(error).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    return (error as { retryAfterSeconds: number }).retryAfterSeconds;
  }
};
const waits = async (attempt: LoginAttempt, times: number): Promise<number[]> => {
  const results: number[] = [];
  for (let made = 0; made < times; made += 1) results.push(await wait(attempt));
  return results;
};
/** Moves every window back by some seconds. */
const pass = (seconds: number) =>
  database.postgres.query('update rate_limits set expire = expire - $1 * 1000', [seconds]);
const attack = async (account: string, from: number, attemptsEach = 10) => {
  for (let address = 0; address < from; address += 1)
    await waits({ account, address: newAddress(), knownDevice: null }, attemptsEach);
};

describe('failures of one address on one account', () => {
  test('are free five times, then delay the next attempt ever longer, up to a quarter of an hour', async () => {
    const attempt = attemptOf();
    expect(await waits(attempt, 5)).toEqual([0, 0, 0, 0, 0]);
    const delays: number[] = [];
    for (let failure = 0; failure < 11; failure += 1) {
      const delay = await wait(attempt);
      delays.push(delay);
      await pass(delay);
      expect(await wait(attempt)).toBe(0);
    }
    expect(delays).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  test('are all counted when they are sent side by side', async () => {
    const attempt = attemptOf();
    const results = await Promise.all(Array.from({ length: 20 }, () => wait(attempt)));
    expect(results.filter((seconds) => seconds === 0)).toHaveLength(5);
    expect(await wait(attempt)).toBeGreaterThan(0);
  });

  test('do not grow by attempts made during the delay', async () => {
    const attempt = attemptOf();
    await waits(attempt, 5);
    await waits(attempt, 30);
    await pass(2);
    expect(await wait(attempt)).toBe(0);
    expect(await wait(attempt)).toBe(4);
  });

  test('are deleted after a success', async () => {
    const attempt = attemptOf();
    await waits(attempt, 4);
    expect(await wait(attempt)).toBe(0);
    await throttle.succeed(attempt);
    expect(await waits(attempt, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  test('do not count where the attempt was not judged', async () => {
    const attempt = attemptOf();
    for (let outage = 0; outage < 60; outage += 1) {
      expect(await wait(attempt)).toBe(0);
      await throttle.withdraw(attempt);
    }
  });

  test('delay neither another account nor another address', async () => {
    const attempt = attemptOf();
    await waits(attempt, 6);
    expect(await wait({ ...attempt, account: newAccount() })).toBe(0);
    expect(await wait({ ...attempt, address: newAddress() })).toBe(0);
  });
});

describe('a blocked address', () => {
  test('is blocked for every account after fifty failures, and counts against none of them', async () => {
    const address = newAddress();
    for (let failure = 0; failure < 50; failure += 1) expect(await wait(attemptOf({ address }))).toBe(0);
    const account = newAccount();
    for (let attempt = 0; attempt < 200; attempt += 1)
      expect(await wait({ account, address, knownDevice: null })).toBeGreaterThan(QUARTER_HOUR_SECONDS - 60);
    // The same as before any attempt: the account is not under attack, and no pair has failures.
    expect(await waits(attemptOf({ account }), 5)).toEqual([0, 0, 0, 0, 0]);
    await pass(QUARTER_HOUR_SECONDS);
    expect(await waits({ account, address, knownDevice: null }, 5)).toEqual([0, 0, 0, 0, 0]);
  });

  test('is not blocked by attempts that a delay denied, nor by successes', async () => {
    const attempt = attemptOf();
    await waits(attempt, 100);
    expect(await wait({ ...attempt, account: newAccount() })).toBe(0);
    const honest = attemptOf();
    for (let login = 0; login < 60; login += 1) {
      expect(await wait(honest)).toBe(0);
      await throttle.succeed(honest);
    }
  });
});

describe('an account that is attacked from many addresses', () => {
  test.each([10, 100])(
    'stays open to a new address while %d others attack, with at least two attempts in a quarter of an hour',
    async (attackers) => {
      const account = newAccount();
      await attack(account, attackers);
      const person = attemptOf({ account });
      expect(await waits(person, 2)).toEqual([0, 0]);
      const delay = await wait(person);
      expect(delay).toBeLessThanOrEqual(QUARTER_HOUR_SECONDS / 2);
      await pass(delay);
      expect(await wait(person)).toBe(0);
    },
  );

  test('leaves a known device its five attempts, also from a blocked address', async () => {
    const account = newAccount();
    await attack(account, 20);
    const address = newAddress();
    for (let failure = 0; failure < 51; failure += 1) await wait(attemptOf({ address }));
    const device = attemptOf({ account, address, knownDevice: 'a-known-device' });
    expect(await waits(device, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(await wait(device)).toBe(2);
    expect(await wait({ ...device, knownDevice: 'another-one' })).toBe(0);
  });

  test('gives each attacking address two attempts, then one each seven and a half minutes', async () => {
    const account = newAccount();
    const attacker = attemptOf({ account });
    const made: number[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      // The attack continues from other addresses.
      if (minute % 5 === 0) await attack(account, 10, 5);
      for (const seconds of await waits(attacker, 3)) if (seconds === 0) made.push(minute);
      await pass(60);
    }
    expect(made.length).toBeLessThanOrEqual(2 + 8);
    expect(made.length).toBeGreaterThanOrEqual(8);
  });
});

test('the table of rate limits holds no address and no e-mail', async () => {
  await wait({ account: 'claire@example.org', address: '192.0.2.77', knownDevice: null });
  const { rows } = await database.postgres.query('select key from rate_limits');
  expect(JSON.stringify(rows)).not.toMatch(/claire|192\.0\.2/);
});

describe('an attempt whose password was right while a second factor is missing', () => {
  test('leaves earlier failures, and ends the delay for the second step', async () => {
    const attempt = attemptOf();
    expect(await waits(attempt, 6)).toEqual([0, 0, 0, 0, 0, 2]);
    await pass(2);
    expect(await wait(attempt)).toBe(0);
    await throttle.pass(attempt);
    expect(await wait(attempt)).toBe(0);
    expect(await wait(attempt)).toBeGreaterThan(2);
  });
});
