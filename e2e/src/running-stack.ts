import type { startStack } from 'stack/test-stack';

type RunningStack = Awaited<ReturnType<typeof startStack>>;

// Jest loads set-up and tear-down as two separate modules of one process: they share only the global object.
const shared = globalThis as typeof globalThis & { runningStack?: RunningStack };

export const shareStack = (stack: RunningStack): void => {
  shared.runningStack = stack;
};

export const sharedStack = (): RunningStack | undefined => shared.runningStack;
