/** Creates a reproducible sequence of numbers from 0 to 1 (mulberry32), with choices drawn from it. */
export const createRandom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => Math.floor(least + next() * (most - least + 1));
  const shuffle = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, rank: next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ item }) => item);
  return {
    between,
    shuffle,
    /** @throws when `items` is empty */
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('there is nothing to choose from');
      return item;
    },
    /** Deals items in random order, round after round: each item is dealt once per round. */
    deck: <Item>(items: readonly Item[]): (() => Item) => {
      let left: Item[] = [];
      return () => {
        if (left.length === 0) left = shuffle(items);
        const item = left.shift();
        if (item === undefined) throw new Error('there is nothing to choose from');
        return item;
      };
    },
  };
};
export type Random = ReturnType<typeof createRandom>;
