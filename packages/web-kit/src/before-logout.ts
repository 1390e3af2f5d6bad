/** Milliseconds for which a logout waits for them: the person is leaving. */
const PATIENCE_MS = 3_000;

const works = new Set<() => Promise<unknown>>();

/**
 * Has a logout make what is deferred, or is under way, while its calls still have a session.
 * @returns takes it off again
 */
export const beforeLogout = (work: () => Promise<unknown>): (() => void) => {
  works.add(work);
  return () => void works.delete(work);
};

/** Makes all of it; never rejects. */
export const settleBeforeLogout = async (): Promise<void> => {
  if (works.size === 0) return;
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, PATIENCE_MS);
  await Promise.race([Promise.allSettled([...works].map((work) => work())), isLate]);
  clearTimeout(timer);
};
