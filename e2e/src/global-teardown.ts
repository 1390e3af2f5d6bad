import { sharedStack } from './running-stack.ts';

/** Stops the stack that the set-up started. */
export default async function teardown() {
  await sharedStack()?.stop();
}
