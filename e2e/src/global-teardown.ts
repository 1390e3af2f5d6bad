import { sharedStack } from './running-stack.ts';

/** After the journeys: stops the stack that the set-up started. */
export default async function teardown() {
  await sharedStack()?.stop();
}
