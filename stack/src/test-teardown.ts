import { rmSync } from 'node:fs';
import { takeForTeardown } from './test-servers.ts';

/** After the tests: ends the servers that the set-up started; nothing in them is wanted any more. */
export default async function teardown() {
  const started = takeForTeardown();
  if (!started) return;
  await Promise.all(started.servers.map((server) => server.stop(0)));
  await started.ports.release();
  rmSync(started.dir, { recursive: true, force: true });
}
