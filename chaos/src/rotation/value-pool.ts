/** Ages at which clients discard a signed address or a cursor, and a token. */
export const ADDRESS_LIFE_MS = 200_000;
export const TOKEN_LIFE_MS = 12 * 60_000;

/** Creates a pool of values that clients use until they expire; older values are picked as often as new ones. */
export const createValuePool = (lifeMs: number) => {
  let all: { value: string; until: number }[] = [];
  return {
    add: (value: string): void => void all.push({ value, until: Date.now() + lifeMs }),
    /** Picks a random value. @throws when every value has expired */
    pick: (): string => {
      all = all.filter(({ until }) => until > Date.now());
      const chosen = all[Math.floor(Math.random() * all.length)];
      if (!chosen) throw new Error('every value has expired');
      return chosen.value;
    },
    replace: (value: string): void => {
      all = [{ value, until: Date.now() + lifeMs }];
    },
    clear: (): void => {
      all = [];
    },
    isEmpty: (): boolean => all.every(({ until }) => until <= Date.now()),
  };
};
