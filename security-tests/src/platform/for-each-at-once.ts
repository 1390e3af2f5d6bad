/** Runs `work` for each item, `concurrency` of them at once. */
export const forEachAtOnce = async <Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
  concurrency: number,
): Promise<void> => {
  const entries = items.entries();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [index, item] of entries) await work(item, index);
    }),
  );
};
