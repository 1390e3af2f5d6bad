import type { startStack } from 'stack/test-stack';

type RunningStack = Awaited<ReturnType<typeof startStack>>;

// Jest loads set-up and tear-down as two separate modules of one process: only the global object is common to both.
const shared = globalThis as typeof globalThis & { runningStack?: RunningStack };

export const keepStack = (stack: RunningStack): void => {
  shared.runningStack = stack;
};

export const sharedStack = (): RunningStack | undefined => shared.runningStack;
