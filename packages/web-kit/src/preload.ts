/** Loads code before it is needed. A failure is handled where the code is used: it is loaded again there. */
export const preload = (load: () => Promise<unknown>): void => void load().catch(() => undefined);
