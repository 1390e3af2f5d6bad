import { startStack } from 'stack/test-stack';
import { shareStack } from './running-stack.ts';

/** Starts a whole stack before the tests, unless E2E_STACK names the stack.json of a running one. */
export default async function setup() {
  if (process.env.E2E_STACK) return;
  const stack = await startStack();
  shareStack(stack);
  process.env.E2E_STACK = stack.stackFile;
}
