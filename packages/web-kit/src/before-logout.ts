/** Longest time that a logout waits for its tasks. */
const PATIENCE_MS = 3_000;

const tasks = new Set<() => Promise<unknown>>();

/**
 * Registers a task that a logout runs first, while its calls still have a session.
 * @returns a function that unregisters the task
 */
export const beforeLogout = (task: () => Promise<unknown>): (() => void) => {
  tasks.add(task);
  return () => void tasks.delete(task);
};

/** Runs the registered tasks; never rejects. */
export const settleBeforeLogout = async (): Promise<void> => {
  if (tasks.size === 0) return;
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, PATIENCE_MS);
  await Promise.race([Promise.allSettled([...tasks].map((task) => task())), isLate]);
  clearTimeout(timer);
};
