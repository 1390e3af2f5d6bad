/**
 * Writes items in batches, one batch at a time: what arrives during a write is in the next one. Rows that many items change are then
 * locked by one transaction of this process, and not by as many as its pool has connections.
 * @param write returns a result for each item, in their order
 */
export const createBatches = <Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
) => {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let isWriting = false;

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      try {
        const results = await write(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    isWriting = false;
  };

  return {
    /** Adds an item. Resolves with its result once its batch is written; rejects with the failure of its batch. */
    add: (item: Item): Promise<Result> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!isWriting) void writeAll();
      }),
  };
};
