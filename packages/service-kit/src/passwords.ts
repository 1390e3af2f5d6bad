import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from './errors.ts';

/**
 * One of the argon2id settings that OWASP's password storage cheat sheet lists as equally strong (argon2id is the library's default
 * variant): 12 MiB, three passes, parallelism 1. It takes two thirds of the time of 19 MiB with two passes, since it maps less
 * memory.
 */
const OPTIONS = { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 } as const;
/** A hash takes 10 ms of a core: if logins used all cores, every other request would wait for them. */
const limit = pLimit(Math.max(1, availableParallelism() - 1));
/** Number of pending hashes above which a login is rejected immediately instead of served late. */
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
 * Whether the password matches the hash. With null (unknown account) it takes the same time and returns false, so that response
 * times do not reveal which accounts exist.
 * @throws AppError SERVICE_UNAVAILABLE when too many hashes are pending
 */
export const passwordMatches = async (password: string, storedHash: string | null): Promise<boolean> => {
  decoyHash ??= hash('the password of no account', OPTIONS);
  const comparedHash = storedHash ?? (await decoyHash);
  const matches = await hashing(() => verify(comparedHash, password));
  return storedHash !== null && matches;
};
