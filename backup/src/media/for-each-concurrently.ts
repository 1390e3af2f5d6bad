/** Does the same with each of many things, several at a time. @throws what the first that fails throws; no further one is begun */
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
