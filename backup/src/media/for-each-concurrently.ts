/** Runs `work` for each item with limited concurrency. @throws the first error; no further item is started after it */
export const forEachConcurrently = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0) break;
    const done: Promise<void> = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(done));
    running.add(done);
    if (running.size >= concurrency) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
};
