import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPortBlock } from './free-port.ts';
import { COMPILE_CACHE } from './node-process.ts';
import { removeWithUs } from './reaper.ts';
import { privateServers } from './servers/private-servers.ts';
import { rememberForTeardown } from './test-servers.ts';

/**
 * Starts, before the tests, those of the three servers that the environment does not name, and sets their addresses. Processes that
 * tests start share a cache of compiled code, which halves the CPU time of a start.
 */
export default async function setup() {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  const dir = mkdtempSync(join(tmpdir(), 'coulisses-test-'));
  removeWithUs(dir);
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(dir, 0o711);
  const ports = await createPortBlock();
  const missing = Object.values(await privateServers({ dir, logs: join(dir, 'logs'), ports, fast: true })).filter(
    ({ given }) => !given,
  );
  const servers = await Promise.all(missing.map(async ({ variable, start }) => ({ variable, server: await start() })));
  rememberForTeardown({ dir, servers: servers.map(({ server }) => server), ports });
  await Promise.all(servers.map(({ server }) => server.ready()));
  for (const { variable, server } of servers) process.env[variable] = server.url;
}
