/** Requests of a bulk change sent at the same time. */
const CONCURRENCY = 4;

/**
 * Calls `work` for each item, several at a time, and continues after a failure.
 * @param concurrency the number of items for a page that is being left, which aborts waiting calls
 * @returns the items that failed, and the reason of the last failure
 */
export const forEachItem = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  concurrency = CONCURRENCY,
): Promise<{ failed: Item[]; reason: unknown }> => {
  const pending = items.values();
  const failed: Item[] = [];
  let reason: unknown = null;
  const run = async () => {
    for (const item of pending) {
      try {
        await work(item);
      } catch (error) {
        failed.push(item);
        reason = error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return { failed, reason };
};
