import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from './errors.ts';

/**
 * One of the argon2id settings (the library's default variant) that OWASP's password storage cheat sheet lists as
 * equally strong: 12 MiB, three passes, parallelism 1. It takes two thirds of the time of 19 MiB and two passes: less memory to map.
 */
const OPTIONS = { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 } as const;
/** Hashing takes a core for 10 ms: with all cores hashing, every other request would wait behind the logins. */
const limit = pLimit(Math.max(1, availableParallelism() - 1));
/** Pending hashes above which a login is rejected at once instead of late. */
const MAX_PENDING = 64;

const hashing = <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (limit.pendingCount >= MAX_PENDING) throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  return limit(work);
};

/**
 * Returns the argon2id hash of a password as a PHC string.
 * @throws AppError SERVICE_UNAVAILABLE when too many hashes are pending
 */
export const hashPassword = async (password: string): Promise<string> => hashing(() => hash(password, OPTIONS));

let decoyHash: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. With null (unknown account) it takes as long and returns false, so that response
 * times do not reveal which accounts exist.
 * @throws AppError SERVICE_UNAVAILABLE when too many hashes are pending
 */
export const passwordMatches = async (password: string, storedHash: string | null): Promise<boolean> => {
  decoyHash ??= hash('the password of no account', OPTIONS);
  const comparedHash = storedHash ?? (await decoyHash);
  const matches = await hashing(() => verify(comparedHash, password));
  return storedHash !== null && matches;
};
