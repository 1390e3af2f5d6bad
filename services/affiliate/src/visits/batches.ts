/**
 * SQLSTATEs (PostgreSQL, appendix A) caused by a single item: data exceptions, constraint violations, and exceptions raised by a
 * trigger. Any other failure, such as an unavailable server, concerns the whole batch.
 */
const CAUSED_BY_AN_ITEM = /^(?:22|23|P0)/;
const isCausedByAnItem = (error: unknown): boolean =>
  CAUSED_BY_AN_ITEM.test(String((error as { code?: unknown } | null)?.code));

/**
 * Writes items in batches, one batch at a time; items that arrive during a write go into the next batch. Rows that many items
 * change are then locked by one transaction of this process instead of one per connection of its pool. A batch that fails because
 * of an item is split into halves until only that item fails.
 * @param write returns one result per item, in order
 */
export const createBatches = <Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
) => {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isWriting = false;

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const results = await write(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1 || !isCausedByAnItem(error)) return batch.forEach(({ reject }) => reject(error));
      const half = Math.ceil(batch.length / 2);
      await writeBatch(batch.slice(0, half));
      await writeBatch(batch.slice(half));
    }
  };
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) await writeBatch(waiting.splice(0, maxItems));
    isWriting = false;
  };

  return {
    /** Adds an item. Resolves with its result once its batch is written; rejects with its own error or that of its batch. */
    add: (item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!isWriting) void writeAll();
      }),
  };
};
