/** Files sent at the same time; the rest wait their turn. */
const AT_ONCE = 3;

/**
 * Lets at most three pieces of work run at once, first come first served. Work whose signal has ended while it waited is not begun.
 */
export const createQueue = (atOnce = AT_ONCE) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    if (running >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
export type Queue = ReturnType<typeof createQueue>;
