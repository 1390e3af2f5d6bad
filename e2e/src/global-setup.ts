import { startStack } from 'stack/test-stack';
import { keepStack } from './running-stack.ts';

/** Before the journeys: runs a whole stack, unless E2E_STACK names the stack.json of one that runs already. */
export default async function setup() {
  if (process.env.E2E_STACK) return;
  const stack = await startStack();
  keepStack(stack);
  process.env.E2E_STACK = stack.stackFile;
}
