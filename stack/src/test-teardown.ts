import { rmSync } from 'node:fs';
import { takeForTeardown } from './test-servers.ts';

/** Stops, after the tests, the servers that the set-up started, without preserving their data. */
export default async function teardown() {
  const started = takeForTeardown();
  if (!started) return;
  await Promise.all(started.servers.map((server) => server.stop(0)));
  await started.ports.release();
  rmSync(started.dir, { recursive: true, force: true });
}
