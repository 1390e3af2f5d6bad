import { startStack } from 'stack/test-stack';
import { keepStack } from './running-stack.ts';

/** Before the journeys: runs a whole stack, unless E2E_STACK names the stack.json of one that runs already. */
export default async function setup() {
  if (process.env.E2E_STACK) return;
  // All requests come from one address. Within its limits, hostile input would be rejected before it reaches a service, and how
  // many requests pass would depend on how fast the machine is. The gateway's own tests try the limits.
  const stack = await startStack({ environment: { RATE_LIMIT_FACTOR: '1000' } });
  keepStack(stack);
  process.env.E2E_STACK = stack.stackFile;
}
