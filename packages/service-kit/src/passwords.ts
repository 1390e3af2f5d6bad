import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';

/**
 * One of the settings for argon2id (the library's default variant) that OWASP's password storage cheat sheet holds to be
 * equally strong: 12 MiB, three passes, one lane. It takes two thirds of the time of 19 MiB and two passes: less memory to map.
 */
const OPTIONS = { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1 } as const;
const AT_ONCE = Math.max(1, availableParallelism() - 1);
/** Beyond this many waiting, a login is refused at once rather than late. */
const WAITING_AT_MOST = 64;

let running = 0;
const queue: (() => void)[] = [];

/** Hashing takes a core for 10 ms: a few at once, or every other request waits behind the logins. */
const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (queue.length >= WAITING_AT_MOST) throw new AppError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
  // Whoever ends hands its place on: the count goes down only when nobody waits.
  if (running >= AT_ONCE) await new Promise<void>((resolve) => void queue.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
};

/** The argon2id hash of a password, as a PHC string. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS));

let nobody: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. With null (nobody of that name) it takes as long and answers false.
 */
export const passwordMatches = async (password: string, stored: string | null): Promise<boolean> => {
  nobody ??= hash('nobody has this password', OPTIONS);
  const against = stored ?? (await nobody);
  const matches = await inTurn(() => verify(against, password));
  return stored !== null && matches;
};
