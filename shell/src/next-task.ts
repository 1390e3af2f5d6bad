/** Resolves in a new task, so that a slow phone can paint, or handle a tap, before it. */
export const nextTask = (): Promise<void> => new Promise((resume) => setTimeout(resume));
