/** Resolves in a task of its own: a slow phone can paint, or handle a touch, before it. */
export const nextTask = (): Promise<void> => new Promise((resume) => setTimeout(resume));
