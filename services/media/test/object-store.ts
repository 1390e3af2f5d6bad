import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 5;
const PATIENCE = 10_000;

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

/** Starts a server of the S3 protocol on a new folder, without a bucket. */
export const startObjectStore = async (program: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'media-objects-'));
  const keys = { S3_ACCESS_KEY_ID: 'key-of-the-tests', S3_SECRET_ACCESS_KEY: 'secret-of-the-tests' };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // Another process may bind the port first.
    const port = await freePort();
    const child = spawn(
      program,
      [
        '--port',
        `127.0.0.1:${port}`,
        '--access',
        keys.S3_ACCESS_KEY_ID,
        '--secret',
        keys.S3_SECRET_ACCESS_KEY,
        '--quiet',
        'posix',
        folder,
      ],
      { stdio: 'ignore' },
    );
    const url = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + PATIENCE;
    while (child.exitCode === null && Date.now() < deadline) {
      const responded = await fetch(url).then(
        ({ status }) => status === 403,
        () => false,
      );
      if (responded)
        return {
          settings: {
            ...keys,
            S3_ENDPOINT: url,
            S3_REGION: 'us-east-1',
            S3_BUCKET: 'media-of-the-tests',
            S3_FORCE_PATH_STYLE: true,
          },
          stop: async () => {
            child.kill('SIGTERM');
            if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
            await rm(folder, { recursive: true, force: true });
          },
        };
      await pause(20);
    }
    child.kill('SIGKILL');
  }
  throw new Error('the object store did not start');
};
