/** Loads code before it is needed. A failure is handled where the code is used, which loads it again. */
export const preload = (load: () => Promise<unknown>): void => void load().catch(() => undefined);
